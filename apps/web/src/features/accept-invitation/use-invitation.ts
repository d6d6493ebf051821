import { WorkspaceError } from '@cairn/workspace/errors'
import type { InvitationAccess, InvitationFacts } from '@cairn/workspace/port/invitation-access'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { logFailure } from '@/lib/log.ts'
import { useAccess } from '@/session/context.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'

/** Why an invitation could not be looked at. The server's own reasons come beside these. */
function reasonOf(error: unknown): string {
  if (!(error instanceof WorkspaceError)) return 'validation_failed'
  if (error.kind === 'offline') return 'network_error'
  return error.kind === 'unavailable' ? 'unavailable' : 'validation_failed'
}

/** Where the link may be as good as any: nobody could check it. */
export function isRetryableReason(reason: string): boolean {
  return reason === 'network_error' || reason === 'unavailable'
}

/** The facts of an invitation, null while they are asked for, and how to ask again. */
export function useInvitation(token: string): { facts: InvitationFacts | null; retry: () => void } {
  const { t } = useTranslation()
  const access = useAccess()
  const [attempt, setAttempt] = useState(1)
  const request = useMemo(() => ({ token, attempt }), [token, attempt])
  const [found, setFound] = useState<{ facts: InvitationFacts; by: object } | null>(null)
  useEffect(() => {
    let isCurrent = true
    async function ask() {
      try {
        const facts = await access.invitations.inspect(request.token)
        if (isCurrent) setFound({ facts, by: request })
      } catch (error) {
        logFailure('validating an invitation', error)
        if (!isCurrent) return
        setFound({ facts: { valid: false, reason: reasonOf(error) }, by: request })
        toast({
          variant: 'destructive',
          title: t('Validation Error'),
          description: t('Failed to validate invitation. Please check the link and try again.'),
        })
      }
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [access, t, request])
  return { facts: found?.by === request ? found.facts : null, retry: () => setAttempt(attempt + 1) }
}

interface Recipient {
  isMine: boolean
  sentTo: string
}

/** To whom the invitation was sent; null while that is not known. The server decides in any case. */
export function useRecipient(token: string): Recipient | null {
  return useInvitationAnswer('asking whom an invitation is for', token, (it) => it.recipient(token))
}

/** Whether the invited person has to sign in with single sign-on; false while that is not known. */
export function useNeedsSso(token: string): boolean {
  return (
    useInvitationAnswer('asking how an invited person signs in', token, (it) => it.needsSso(token)) ?? false
  )
}

/** An answer about an invitation that the page does without where it cannot be had. */
function useInvitationAnswer<Answer>(
  task: string,
  token: string,
  question: (invitations: InvitationAccess, token: string) => Promise<Answer | null>,
): Answer | null {
  const access = useAccess()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useEffectEvent(question)
  useEffect(() => {
    let isCurrent = true
    ask(access.invitations, token)
      .then((found) => isCurrent && setAnswer(found))
      .catch((error: unknown) => logFailure(task, error))
    return () => {
      isCurrent = false
    }
  }, [access, token, task])
  return answer
}
