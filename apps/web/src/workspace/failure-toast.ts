import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type ToastInput, toast } from '@/ui/toast-store.ts'
import { GuestModeError, WorkspaceError } from './errors.ts'

/**
 * The toast for something that did not work out: what guests hear about saving, or `title` with the reason and, where
 * the fault is the server's, the request id that an operator can look for.
 */
export function failureToast(error: unknown, title: string, t: TFunction): ToastInput {
  if (error instanceof GuestModeError) {
    return {
      title: t('Guest Mode'),
      description: t("{{things}} aren't saved in guest mode. Please sign up for full access.", {
        things: t(error.things),
      }),
    }
  }
  return { title, description: failureReason(error, t), variant: 'destructive' }
}

/** The reason of a failure in a sentence, with the request id where the fault is the server's. */
export function failureReason(error: unknown, t: TFunction): string {
  if (!(error instanceof WorkspaceError)) return t('Something went wrong.')
  const message = t(error.message)
  const isServers = error.kind === 'unknown' || error.kind === 'unavailable'
  return isServers && error.requestId
    ? t('{{message}} Request {{id}}.', { message, id: error.requestId })
    : message
}

/** Shows a toast for each time that loading fails. */
export function useLoadFailureToast(error: Error | null, title: string): void {
  const { t } = useTranslation()
  useEffect(() => {
    if (error) toast(failureToast(error, title, t))
  }, [error, title, t])
}
