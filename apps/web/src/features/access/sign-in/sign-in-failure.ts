import { RateLimited } from '@cairn/workspace/errors'
import type { TFunction } from 'i18next'
import type { ToastInput } from '@/ui/feedback/toast-store.ts'
import { failureMessage } from '../failure-message.ts'

/** The toast for a sign-in that failed. After too many attempts it says only how long to wait. */
export function signInFailure(error: unknown, t: TFunction): ToastInput {
  if (error instanceof RateLimited) {
    return {
      variant: 'destructive',
      title: t('Too many failed attempts'),
      description: t('Please wait {{count}} minutes before trying again.', {
        count: error.minutes,
        defaultValue_one: 'Please wait {{count}} minute before trying again.',
      }),
    }
  }
  return { variant: 'destructive', title: t('Error signing in'), description: failureMessage(error, t) }
}
