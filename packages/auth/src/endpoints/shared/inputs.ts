import { phoneDisabled, validationFailed } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { parseEmailAddress } from '../../rules/email-address.ts'
import { parsePhoneNumber } from '../../rules/phone-number.ts'
import { type CodeChallenge, readChallenge } from '../../rules/pkce.ts'
import { allowedRedirect } from '../../rules/redirect.ts'
import type { Services } from '../services.ts'

/** Fields that several endpoints read out of a request, refused in the same way everywhere. */

/** An address in the one spelling that we store. Throws `validation_failed`. */
export function emailIn(text: string): string {
  const email = parseEmailAddress(text)
  if (email === null) throw validationFailed('Unable to validate email address: invalid format')
  return email
}

/** A number in the one spelling that we store. Throws `phone_provider_disabled` or `validation_failed`. */
export function phoneIn({ settings }: Services, text: string): string {
  if (settings.phone === undefined) throw phoneDisabled()
  return anyPhoneIn(text)
}

/**
 * The same where nothing is sent to the number, so phone numbers need not be switched on. Throws `validation_failed`.
 */
export function anyPhoneIn(text: string): string {
  const phone = parsePhoneNumber(text)
  if (phone === null) throw validationFailed('Invalid phone number format (E.164 required)')
  return phone
}

/** The challenge of a browser that uses PKCE. Throws `validation_failed`. */
export function challengeIn(body: {
  code_challenge: string | null
  code_challenge_method: string | null
}): CodeChallenge | null {
  const verdict = readChallenge(body.code_challenge, body.code_challenge_method)
  switch (verdict.kind) {
    case 'none':
      return null
    case 'given':
      return verdict.challenge
    case 'bad':
      throw validationFailed(verdict.message)
  }
}

/** Where a link of this request may lead: to `redirect_to` if that is allowed, otherwise to the site. */
export function redirectIn(call: Call, { settings }: Services): string {
  return allowedRedirect(call.url.searchParams.get('redirect_to'), {
    siteUrl: settings.siteUrl,
    allowList: settings.redirectAllowList,
  })
}
