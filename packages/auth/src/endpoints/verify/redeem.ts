import {
  confirmationFailed,
  flowStateNotFound,
  linkExpired,
  tokenExpired,
  userBanned,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { asAuthError } from '../../http/respond.ts'
import { issueAuthCode } from '../../store/flow-states.ts'
import {
  type OneTimeTokenType,
  type TakenToken,
  takeByCode,
  takeByLink,
} from '../../store/one-time-tokens.ts'
import { confirmPhone } from '../../store/phones.ts'
import type { Transaction } from '../../store/transaction.ts'
import { confirmEmail } from '../../store/users.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { beginSession, type Grant, makeGrant } from '../shared/grant.ts'
import { type Confirmation, confirmEmailChange } from '../user/email-change.ts'
import { confirmPhoneChange } from '../user/phone-change.ts'

/** What a link or a code can be for, and the tokens of each type. */
const TOKENS_OF_TYPE = {
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
export type Proof = { hash: string } | { codeHash: string; sentTo: string }

/** The answer when the first of two mailboxes has confirmed a change of address. */
export const OTHER_MAILBOX_PENDING =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

export function isVerificationType(text: string): text is VerificationType {
  return Object.hasOwn(TOKENS_OF_TYPE, text)
}

/**
 * Uses up what was sent and signs its user in; null when the other mailbox has still to confirm a change of address.
 * Throws `otp_expired`, for a wrong code as for an address without an account.
 */
export async function redeem(
  services: Services,
  call: Call,
  type: VerificationType,
  proof: Proof,
): Promise<Grant | null> {
  const outcome = await services.database.transaction(async (tx) => {
    const token = await take(tx, type, proof)
    // Returned instead of thrown: that a wrong code was tried has to be committed.
    if (token === null) return { kind: 'invalid' } as const
    if ((await confirm(tx, token)) === 'other-mailbox-pending') return { kind: 'pending' } as const
    const session = await beginSession(services, tx, call, { userId: token.userId, method: 'otp' })
    if (session === null) throw userBanned(403)
    const grant = await makeGrant(services, tx, call, { session, method: 'otp' })
    return { kind: 'signed-in', grant } as const
  })
  switch (outcome.kind) {
    case 'invalid':
      throw 'hash' in proof ? linkExpired() : tokenExpired()
    case 'pending':
      return null
    case 'signed-in':
      report(services, call, outcome.grant.account.user.id)
      return outcome.grant
  }
}

/**
 * Uses up a link for the browser that asked for it by PKCE: only that one can exchange the code. Returns and throws as
 * {@link redeem}, with a code instead of a session.
 */
export async function redeemForCode(
  services: Services,
  call: Call,
  type: VerificationType,
  proof: { hash: string },
): Promise<string | null> {
  const code = newOneTimeSecret()
  const userId = await services.database.transaction(async (tx) => {
    const token = await take(tx, type, proof)
    if (token === null) throw linkExpired()
    if ((await confirm(tx, token)) === 'other-mailbox-pending') return null
    const { flowStateId } = token
    if (flowStateId === null || !(await issueAuthCode(tx, flowStateId, hashOfSecret(code)))) {
      throw flowStateNotFound()
    }
    return token.userId
  })
  if (userId === null) return null
  report(services, call, userId)
  return code
}

function take(tx: Transaction, type: VerificationType, proof: Proof): Promise<TakenToken | null> {
  const types = TOKENS_OF_TYPE[type]
  return 'hash' in proof ? takeByLink(tx, { types, ...proof }) : takeByCode(tx, { types, ...proof })
}

/** Confirms what the token was for. The product's triggers run here: when they refuse, the link still works. */
async function confirm(tx: Transaction, token: TakenToken): Promise<Confirmation> {
  try {
    switch (token.type) {
      case 'email_change_token_new':
      case 'email_change_token_current':
        return await confirmEmailChange(tx, token.userId)
      case 'phone_change_token':
        await confirmPhoneChange(tx, token.userId)
        return 'confirmed'
      default: {
        const confirmContact = token.proves === 'phone' ? confirmPhone : confirmEmail
        await confirmContact(tx, token.userId, { keepPassword: token.type === 'confirmation_token' })
        return 'confirmed'
      }
    }
  } catch (error) {
    const known = asAuthError(error)
    throw known.code === 'unexpected_failure' ? confirmationFailed(error) : known
  }
}

function report(services: Services, call: Call, userId: string): void {
  services.observe({ kind: 'confirmed', requestId: call.requestId, userId })
}
