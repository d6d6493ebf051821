import { sessionNotFound } from '../../errors/auth-errors.ts'
import { type Call, deviceOf } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { userJson } from '../../http/user-json.ts'
import type { Account } from '../../model/account.ts'
import type { AccessTokenClaims } from '../../model/claims.ts'
import { type AmrClaimRow, NO_SESSION_LIMITS, type SessionRow } from '../../model/session.ts'
import { accessTokenClaims } from '../../rules/claims.ts'
import { writeAudit } from '../../store/audit.ts'
import { findAmrClaims, insertSession } from '../../store/sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import { findAccount } from '../../store/users.ts'
import type { Services } from '../services.ts'

/**
 * Begins a session for somebody who has just proven who they are; null when they are banned or gone, or when the password
 * that was checked (`passwordHash`) is no longer theirs.
 */
export async function beginSession(
  { settings }: Services,
  tx: Transaction,
  call: Call,
  person: { userId: string; method: string; passwordHash?: string; ssoNotAfter?: Date | null },
): Promise<SessionRow | null> {
  const limits = settings.sessions ?? NO_SESSION_LIMITS
  const session = await insertSession(tx, { ...person, device: deviceOf(call), limits })
  if (session !== null) {
    const { userId, method } = person
    await writeAudit(tx, call, { action: 'login', userId, traits: { method } })
  }
  return session
}

/** Everything that a client gets when its session begins or goes on. */
export interface Grant {
  account: Account
  session: SessionRow
  claims: AccessTokenClaims
}

/** Puts a grant together inside the transaction that began or continued the session; the product's hook has its say. */
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

/** What the access token of a session says, before the product's hook has its say. */
export function claimsOf(
  { issuer, settings }: Services,
  { account, session, amr }: { account: Account; session: SessionRow; amr: readonly AmrClaimRow[] },
): AccessTokenClaims {
  const lifetimeSeconds = settings.jwtExpirySeconds
  return accessTokenClaims(account.user, session, amr, { issuer, lifetimeSeconds })
}

/** The protocol's session: both tokens, when the first expires, and the person. */
export async function sessionJson(services: Services, grant: Grant): Promise<Record<string, unknown>> {
  const { claims, session, account } = grant
  return {
    access_token: await services.accessTokens.sign(claims),
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
