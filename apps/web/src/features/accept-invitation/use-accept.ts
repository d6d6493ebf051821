import { AccessError, NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/i18n/error-message.ts'
import { logFailure } from '@/lib/log.ts'
import { useAccess, useSessionStore } from '@/session/context.tsx'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

const WELCOME_MS = 2_000

/** Accepts an invitation. Two seconds later the user is on the dashboard of the account. */
export function useAccept(token: string, email: string) {
  const { t } = useTranslation()
  const access = useAccess()
  const session = useSessionStore()
  const navigate = useNavigate()
  const [state, setState] = useState<'open' | 'accepting' | 'accepted'>('open')
  const [isMember, setMember] = useState(false)

  // A user who goes elsewhere meanwhile is not led away from there.
  useEffect(() => {
    if (!isMember) return
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), WELCOME_MS)
    return () => clearTimeout(timer)
  }, [isMember, navigate])

  async function accept() {
    setState('accepting')
    try {
      const account = await access.invitations.accept(token, email)
      setState('accepted')
      toast({
        title: t('Welcome to the team!'),
        description: t('Successfully joined {{account}}', { account }),
      })
      await session.rereadMembership()
      setMember(true)
    } catch (error) {
      logFailure('accepting an invitation', error)
      setState('open')
      toast(failureToast(error, t))
    }
  }
  return { state, accept: () => void accept() }
}

function failureToast(error: unknown, t: TFunction): ToastInput {
  const failed = (title: string, description: string): ToastInput => ({
    variant: 'destructive',
    title,
    description,
  })
  if (error instanceof NotSignedIn) return failed(t('Authentication Error'), errorMessage(error, t))
  if (!(error instanceof WorkspaceError))
    return failed(t('Error'), t('An unexpected error occurred. Please try again.'))
  // The error of a server that failed says nothing about the invitation.
  if (error.kind === 'unknown') return failed(t('Error'), t('Failed to accept invitation. Please try again.'))
  if (error.message !== '') return failed(t('Error'), errorMessage(error, t))
  return error instanceof AccessError && error.kind === 'refused' && error.code === null
    ? failed(t('Error'), t('Failed to accept invitation'))
    : failed(t('Error'), t('Failed to accept invitation. Please try again.'))
}
