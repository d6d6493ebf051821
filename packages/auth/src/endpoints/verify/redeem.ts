import {
  confirmationFailed,
  flowStateNotFound,
  linkExpired,
  tokenExpired,
  userBanned,
} from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import { asAuthError } from '../../http/respond.ts'
import { type Confirmed, confirmContact, NOTHING_PROVEN } from '../../store/confirmation.ts'
import { issueAuthCode } from '../../store/flow-states.ts'
import {
  type FoundToken,
  findByCode,
  findByLink,
  takeByCode,
  takeByLink,
  useUp,
} from '../../store/one-time-tokens.ts'
import { findSignUps } from '../../store/pending-sign-ups.ts'
import type { Transaction } from '../../store/transaction.ts'
import { hasUnprovenPassword } from '../../store/unproven-passwords.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'
import type { Services } from '../services.ts'
import { beginSession, type Grant, makeGrant } from '../shared/grant.ts'
import { type Confirmation, confirmEmailChange } from '../user/email-change.ts'
import { confirmPhoneChange } from '../user/phone-change.ts'
import { confirmedBy, isEmailChange, isOwnSession, requireOwnAccount, type Shown } from './proof.ts'
import { type Sent, TOKENS_OF_TYPE, type VerificationType } from './types.ts'

/** The message when the first of two mailboxes has confirmed a change of address. */
export const OTHER_MAILBOX_PENDING =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The result of a redemption. */
export interface Redeemed {
  grant: Grant
  /** Whether the password of the sign-up does not count, and the user has no other one. */
  lacksPassword: boolean
}

/**
 * Uses up a link or code and signs its user in; null when the other mailbox has yet to confirm a change of address. The
 * proofs in `shown` decide which part of the sign-up counts (see proof.ts). Throws `otp_expired`, for a wrong code as
 * well as for an address without an account, and the refusals of a proof, which do not use up the link.
 */
export async function redeem(
  services: Services,
  call: Call,
  type: VerificationType,
  { sent, shown }: { sent: Sent; shown: Shown },
): Promise<Redeemed | null> {
  const confirmed = await proofOf(services, type, sent, shown)
  const outcome = await services.database.transaction(async (tx) => {
    const token = await take(tx, type, sent)
    // The refusal is returned instead of thrown, because the count of wrong codes has to be committed.
    if (token === null) return { kind: 'invalid' } as const
    requireOwnAccount(services, token, shown)
    const state = await confirm(services, tx, call, { token, confirmed })
    if (state === 'other-mailbox-pending') return { kind: 'pending' } as const
    const grant = await grantFor(services, tx, call, token, shown)
    return { kind: 'signed-in', grant, lacksPassword: await hasUnprovenPassword(tx, token.userId) } as const
  })
  switch (outcome.kind) {
    case 'invalid':
      throw 'hash' in sent ? linkExpired() : tokenExpired()
    case 'pending':
      return null
    case 'signed-in':
      report(services, call, outcome.grant.account.user.id)
      return outcome
  }
}

/**
 * Uses up a link for the browser that asked for it by PKCE: only that browser can exchange the code, and only with that
 * exchange a password of the sign-up counts and an address changes. Returns the code and throws as {@link redeem}.
 */
export async function redeemForCode(
  services: Services,
  call: Call,
  type: VerificationType,
  sent: { hash: string },
): Promise<string> {
  const code = newOneTimeSecret()
  const userId = await services.database.transaction(async (tx) => {
    const token = await findByLink(tx, { types: TOKENS_OF_TYPE[type], ...sent })
    if (token === null) throw linkExpired()
    const { flowStateId } = token
    const left = isEmailChange(token)
      ? { emailChangeTokenId: token.id }
      : { unprovenPassword: await confirmMailbox(services, tx, call, token) }
    if (flowStateId === null || !(await issueAuthCode(tx, flowStateId, hashOfSecret(code), left))) {
      throw flowStateNotFound()
    }
    return token.userId
  })
  report(services, call, userId)
  return code
}

/** Confirms the mailbox, which a link proves by itself. Returns the password that the browser has yet to prove. */
async function confirmMailbox(
  services: Services,
  tx: Transaction,
  call: Call,
  token: FoundToken,
): Promise<string | null> {
  const signUp = (await findSignUps(tx, token.userId)).find(({ id }) => id === token.signUpId)
  const { passwordHash = null, metadata = null } = signUp ?? {}
  if (!(await useUp(tx, token.id))) throw linkExpired()
  const { signUpId } = token
  const confirmed = {
    passwordHash: services.settings.linksProveAll ? passwordHash : null,
    metadata,
    signUpId,
  }
  await confirm(services, tx, call, { token, confirmed })
  return passwordHash
}

/** The part of the sign-up that counts. Hashing is slow, so it comes before the transaction. */
async function proofOf(
  services: Services,
  type: VerificationType,
  sent: Sent,
  shown: Shown,
): Promise<Confirmed> {
  const types = TOKENS_OF_TYPE[type]
  const token = await services.database.statement((sql) =>
    'hash' in sent ? findByLink(sql, { types, ...sent }) : findByCode(sql, { types, ...sent }),
  )
  return token === null ? NOTHING_PROVEN : confirmedBy(services, token, shown)
}

function take(tx: Transaction, type: VerificationType, sent: Sent): Promise<FoundToken | null> {
  const types = TOKENS_OF_TYPE[type]
  return 'hash' in sent ? takeByLink(tx, { types, ...sent }) : takeByCode(tx, { types, ...sent })
}

/** A session for the user of the token; the caller's session continues where it belongs to this very account. */
async function grantFor(
  services: Services,
  tx: Transaction,
  call: Call,
  token: FoundToken,
  { caller }: Shown,
): Promise<Grant> {
  const own = isEmailChange(token) && isOwnSession(token, caller) ? caller.session : null
  const session = own ?? (await beginSession(services, tx, call, { userId: token.userId, method: 'otp' }))
  if (session === null) throw userBanned(403)
  return makeGrant(services, tx, call, { session, method: 'otp' })
}

/** Confirms what the token was for. The product's triggers run here: when they refuse, the link still works. */
async function confirm(
  services: Services,
  tx: Transaction,
  call: Call,
  { token, confirmed }: { token: FoundToken; confirmed: Confirmed },
): Promise<Confirmation> {
  try {
    switch (token.type) {
      case 'email_change_token_new':
      case 'email_change_token_current':
        return await confirmEmailChange(services, tx, call, token.userId)
      case 'phone_change_token':
        await confirmPhoneChange(services, tx, call, token.userId)
        return 'confirmed'
      default:
        await confirmContact(tx, token.userId, token.proves, confirmed)
        return 'confirmed'
    }
  } catch (error) {
    const known = asAuthError(error)
    throw known.code === 'unexpected_failure' ? confirmationFailed(error) : known
  }
}

function report(services: Services, call: Call, userId: string): void {
  services.mail.wake()
  services.observe({ kind: 'confirmed', requestId: call.requestId, userId })
}
