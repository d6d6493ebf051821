import type { TFunction } from 'i18next'
import { AccessError } from '@/workspace/errors.ts'

/** What people are told about a call that failed, with the request id where an operator could look for it. */
export function failureMessage(error: unknown, t: TFunction): string {
  if (!(error instanceof AccessError)) return t('Something went wrong. Please try again.')
  if (error.kind !== 'unknown' || !error.requestId) return error.message
  return `${error.message} ${t('Request {{id}}', { id: error.requestId })}`
}
