import { AccessError } from '@cairn/workspace/errors'
import type { TFunction } from 'i18next'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import { failureMessage } from '../failure-message.ts'

/** The toast for a sign-in with a passkey that failed. */
export function passkeyFailure(error: unknown, t: TFunction): ToastInput {
  const code = error instanceof AccessError ? error.code : null
  return {
    variant: 'destructive',
    title: t('Error signing in'),
    description: sentenceOf(code, t) ?? failureMessage(error, t),
  }
}

function sentenceOf(code: string | null, t: TFunction): string | null {
  switch (code) {
    case 'webauthn_verification_failed':
      return t(
        'This passkey does not belong to an account here. Choose another one, or sign in with your password.',
      )
    case 'webauthn_challenge_expired':
    case 'webauthn_challenge_not_found':
      return t('That took too long. Please try again.')
    default:
      return null
  }
}
