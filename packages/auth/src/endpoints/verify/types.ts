import type { OneTimeTokenType } from '../../store/one-time-tokens.ts'

/** The types of links and codes, and the tokens of each type. */
export const TOKENS_OF_TYPE = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token', 'recovery_token'],
  phone_change: ['phone_change_token'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export type VerificationType = keyof typeof TOKENS_OF_TYPE

/** The hash of a link's secret, or the hash of a code with the address or number that it was sent to. */
export type Sent = { hash: string } | { codeHashes: string[]; sentTo: string }

export function isVerificationType(text: string): text is VerificationType {
  return Object.hasOwn(TOKENS_OF_TYPE, text)
}
