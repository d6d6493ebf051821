import { AccountMissing, GuestModeError, NotSignedIn, WorkspaceError } from '@cairn/workspace/errors'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { type ToastInput, toast } from '@/ui/feedback/toast-store.ts'

/** The words for a failure. `says` puts the reason into another sentence, or replaces it. */
export interface FailureWords {
  title: string
  says?: (reason: string) => string
  /** The text where the server gives no reason. */
  otherwise?: string
  /** The title where the user is not signed in any more. */
  signedOutTitle?: string
}

/**
 * Returns the toast for a failure: the text for guests about saving, or the title with the reason and, where the fault
 * is the server's, the request id that an operator can look for.
 */
export function failureToast(error: unknown, words: FailureWords, t: TFunction): ToastInput {
  if (error instanceof GuestModeError) {
    return {
      title: t('Guest Mode'),
      description: t("{{things}} aren't saved in guest mode. Please sign up for full access.", {
        things: t(error.things),
      }),
    }
  }
  const isReasonKnown = error instanceof WorkspaceError && error.kind !== 'unknown'
  const reason = isReasonKnown ? failureReason(error, t) : (words.otherwise ?? failureReason(error, t))
  if (error instanceof NotSignedIn && words.signedOutTitle) {
    return { title: words.signedOutTitle, description: reason, variant: 'destructive' }
  }
  const says = error instanceof AccountMissing ? undefined : words.says
  return { title: words.title, description: says?.(reason) ?? reason, variant: 'destructive' }
}

/** The reason of a failure in a sentence, with the request id where the fault is the server's. */
export function failureReason(error: unknown, t: TFunction): string {
  if (!(error instanceof WorkspaceError)) return t('Something went wrong.')
  const message = errorMessage(error, t)
  const isServers = error.kind === 'unknown' || error.kind === 'unavailable'
  return isServers && error.requestId
    ? t('{{message}} Request {{id}}.', { message, id: error.requestId })
    : message
}

interface LoadFailureWords {
  title: string
  /** The text in place of the reason. */
  message?: string
}

/** Shows a toast each time that loading fails. */
export function useLoadFailureToast(error: Error | null, { title, message }: LoadFailureWords): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (error) toast(failureToast(error, { title, ...(message && { says: () => message }) }, t))
  }, [error, title, message, t])
}
