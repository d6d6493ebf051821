import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailedPath } from '@/lib/address/return-path.ts'
import { useAccess } from '@/session/context.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { failureMessage } from './failure-message.ts'

interface Resend {
  isSending: boolean
  /** Asks for the confirmation mail once more, and shows whether it was sent, never whether the address is known. */
  resend: (email: string) => Promise<void>
}

/** `state` is the location state that says which screen led to signing up. */
export function useResend(state: unknown): Resend {
  const { t } = useTranslation()
  const access = useAccess()
  const [isSending, setSending] = useState(false)

  async function resend(email: string) {
    setSending(true)
    try {
      await access.resendConfirmation(email, mailedPath(state, window.location.origin))
      toast({ title: t('Email sent'), description: t('Please check your email to verify your account.') })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('Error sending email'),
        description: failureMessage(error, t),
      })
    } finally {
      setSending(false)
    }
  }
  return { isSending, resend }
}
