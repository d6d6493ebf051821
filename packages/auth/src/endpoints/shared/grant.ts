import { sessionNotFound } from '../../errors/auth-errors.ts'
import { type Call, deviceOf } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { AccessTokenClaims } from '../../model/claims.ts'
import { type AmrClaimRow, NO_SESSION_LIMITS, type SessionRow } from '../../model/session.ts'
import { accessTokenClaims } from '../../rules/claims.ts'
import { withinTokenSize } from '../../rules/token-size.ts'
import { writeAudit } from '../../store/audit.ts'
import { noteDevice } from '../../store/known-devices.ts'
import { findAmrClaims, insertSession, type NewSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'
import { tellChange } from './tell-change.ts'

/**
 * Begins a session for a user who has just authenticated. null when they are banned or deleted, or when the password
 * that was checked (`passwordHash`) is no longer theirs. They are told of a browser or a network that is new, once.
 */
export async function beginSession(
  services: Services,
  tx: Transaction,
  call: Call,
  user: Omit<NewSession, 'device' | 'limits'>,
): Promise<SessionRow | null> {
  const limits = services.settings.sessions ?? NO_SESSION_LIMITS
  const session = await insertSession(tx, { ...user, device: deviceOf(call), limits })
  if (session !== null) {
    const { userId, method } = user
    await writeAudit(tx, call, { action: 'login', userId, traits: { method } })
    if (await noteDevice(tx, userId, deviceOf(call))) await tellSignIn(services, tx, call, userId)
  }
  return session
}

async function tellSignIn(services: Services, tx: Transaction, call: Call, userId: string): Promise<void> {
  const account = await findAccount(tx, userId)
  if (account === null) throw sessionNotFound()
  await tellChange(services, tx, call, { owner: account.user, change: { kind: 'sign_in' } })
}

/** Everything that a client gets when its session begins or is refreshed. */
export interface Grant {
  account: Account
  session: SessionRow
  claims: AccessTokenClaims
}

/** Makes a grant inside the transaction that began or refreshed the session. Calls the product's hook for the claims. */
export async function makeGrant(
  services: Services,
  tx: Transaction,
  call: Call,
  { session, method }: { session: SessionRow; method: string },
): Promise<Grant> {
  const [account, amr] = await Promise.all([findAccount(tx, session.user_id), findAmrClaims(tx, session.id)])
  if (account === null) throw sessionNotFound()
  const claims = claimsOf(services, { account, session, amr })
  return { account, session, claims: await services.hooks.customizeClaims(tx, call, { claims, method }) }
}

/** The claims of a session's access token, before the product's hook. */
export function claimsOf(
  { issuer, settings }: Services,
  { account, session, amr }: { account: Account; session: SessionRow; amr: readonly AmrClaimRow[] },
): AccessTokenClaims {
  const lifetimeSeconds = settings.jwtExpirySeconds
  return accessTokenClaims(account.user, session, amr, { issuer, lifetimeSeconds })
}

/** The protocol's session: both tokens, the expiry of the access token, and the user. */
export async function sessionJson(services: Services, grant: Grant): Promise<Record<string, unknown>> {
  const { claims, session, account } = grant
  return {
    access_token: await services.accessTokens.sign(withinTokenSize(claims)),
    token_type: 'bearer',
    expires_in: claims.exp - claims.iat,
    expires_at: claims.exp,
    refresh_token: services.refreshTokens.issue({
      sessionId: session.id,
      counter: session.refresh_token_counter,
    }),
    user: userJson(account),
  }
}

export async function grantResponse(services: Services, grant: Grant): Promise<Response> {
  return json(await sessionJson(services, grant))
}
