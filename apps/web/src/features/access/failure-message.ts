import { AccessError } from '@cairn/workspace/errors'
import type { TFunction } from 'i18next'
import { errorMessage } from '@/i18n/error-message.ts'

/** The message about a call that failed, with the request id where an operator needs it to find the cause. */
export function failureMessage(error: unknown, t: TFunction): string {
  if (!(error instanceof AccessError)) return t('Something went wrong. Please try again.')
  const known = knownMessage(error.code, t)
  if (known) return known
  const message = errorMessage(error, t)
  if (error.kind !== 'unknown' || !error.requestId) return message
  return `${message} ${t('Request {{id}}', { id: error.requestId })}`
}

/** Sentences for refusals whose message from the server is written for developers. */
function knownMessage(code: string | null, t: TFunction): string | null {
  switch (code) {
    case 'over_request_rate_limit':
      return t('Too many attempts. Please wait a few minutes, then try again.')
    case 'mfa_verification_failed':
      return t('This code is wrong. Enter the one that shows now. Each code works once.')
    case 'sso_provider_not_found':
      return t('Single sign-on is not set up for this address. Sign in with your password instead.')
    default:
      return null
  }
}

/** The same for a code that came by mail. */
export function codeFailureMessage(error: unknown, t: TFunction): string {
  if (error instanceof AccessError && error.code === 'otp_expired') {
    return t('This code is wrong or no longer works. Check it, or request a new one.')
  }
  return failureMessage(error, t)
}
