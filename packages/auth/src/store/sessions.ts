import { isIP } from 'node:net'
import type { AmrClaimRow, Device, SessionLimits, SessionRow } from '../model/session.ts'
import type { Transaction } from './transaction.ts'

/**
 * Starts a session for a user who has just authenticated. null when the user is banned or deleted, or (when
 * `passwordHash` is given) has another password by now.
 */
export async function insertSession(
  tx: Transaction,
  {
    userId,
    method,
    device,
    limits,
    passwordHash,
    ssoNotAfter = null,
    aal = 'aal1',
    passkeyId = null,
  }: NewSession,
): Promise<SessionRow | null> {
  const [row] = await tx<SessionRow[]>`
    with authenticated as (
      update auth.users
      set last_sign_in_at = now(), updated_at = now()
      where id = ${userId}
        and (banned_until is null or banned_until <= now())
        and (${passwordHash ?? null}::text is null or encrypted_password = ${passwordHash ?? null})
      returning id
    ), session as (
      insert into auth.sessions (id, user_id, aal, passkey_id, user_agent, ip, sso_not_after, not_after)
      select
        gen_random_uuid(), id, ${aal}::auth.aal_level, ${passkeyId}::uuid, ${device.userAgent}, ${device.address}::inet,
        ${ssoNotAfter}::timestamptz,
        least(
          now() + make_interval(secs => least(${limits.timeboxSeconds}::int, ${limits.inactivitySeconds}::int)),
          ${ssoNotAfter}::timestamptz
        )
      from authenticated
      returning *
    ), claim as (
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      select id, ${method} from session
    )
    select id, user_id, aal, not_after, refreshed_at, refresh_token_counter::int, now() as now from session`
  return row ?? null
}

export interface NewSession {
  userId: string
  method: string
  device: Device
  limits: SessionLimits
  passwordHash?: string
  /** The time until which the identity provider allows the session. */
  ssoNotAfter?: Date | null
  /** The assurance level that the sign-in proves by itself; aal1 when left out. */
  aal?: SessionRow['aal']
  /** The passkey that it began with. */
  passkeyId?: string | null
}

/** The session, locked: other transactions that refresh it wait. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<SessionRow | null> {
  // The clock is read after the lock was granted: `now()` would be the time before the wait.
  const [row] = await tx<SessionRow[]>`
    with session as (select * from auth.sessions where id = ${sessionId} for update)
    select
      id, user_id, aal, not_after, refreshed_at, refresh_token_counter::int,
      clock_timestamp() as now
    from session`
  return row ?? null
}

/** The session if it is this user's and has not ended. */
export async function findLiveSession(
  tx: Transaction,
  session: { id: string; userId: string },
): Promise<SessionRow | null> {
  const [row] = await tx<SessionRow[]>`
    select id, user_id, aal, not_after, refreshed_at, refresh_token_counter::int, now() as now from auth.sessions
    where id = ${session.id} and user_id = ${session.userId} and (not_after is null or not_after > now())`
  return row ?? null
}

/** The user's authentication methods in a session and their times, the latest first. */
export async function findAmrClaims(tx: Transaction, sessionId: string): Promise<AmrClaimRow[]> {
  return tx<AmrClaimRow[]>`
    select authentication_method as method, updated_at as at from auth.mfa_amr_claims
    where session_id = ${sessionId} order by updated_at desc, authentication_method`
}

/** Raises a session to aal2 after its user verified a second factor, and changes its refresh token. */
export async function upgradeSession(
  tx: Transaction,
  sessionId: string,
  { factorId, method, device }: { factorId: string; method: string; device: Device },
): Promise<void> {
  await tx`
    update auth.sessions
    set
      aal = 'aal2', factor_id = ${factorId}, refresh_token_counter = refresh_token_counter + 1,
      refreshed_at = clock_timestamp(), updated_at = now(), user_agent = ${device.userAgent},
      ip = ${device.address}::inet
    where id = ${sessionId}`
  await tx`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${sessionId}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`
}

/** Lowers sessions that were verified with this factor, which is about to be deleted, to aal1. */
export async function downgradeSessionsOf(tx: Transaction, factorId: string): Promise<void> {
  await tx`
    delete from auth.mfa_amr_claims
    where authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code')
      and session_id in (select id from auth.sessions where factor_id = ${factorId})`
  await tx`
    update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where factor_id = ${factorId}`
}

/** Ends the user's other sessions at aal1. */
export async function deleteOtherAal1Sessions(
  tx: Transaction,
  session: { id: string; userId: string },
): Promise<void> {
  await tx`
    delete from auth.sessions where user_id = ${session.userId} and id <> ${session.id} and aal = 'aal1'`
}

/** Makes another refresh token the current one, and prolongs the session within its limits. */
export async function advanceSession(
  tx: Transaction,
  sessionId: string,
  next: { counter: number; device: Device; limits: SessionLimits },
): Promise<void> {
  await tx`
    update auth.sessions
    set
      refresh_token_counter = ${next.counter}, refreshed_at = clock_timestamp(), updated_at = now(),
      user_agent = ${next.device.userAgent}, ip = ${next.device.address}::inet,
      not_after = least(
        created_at + make_interval(secs => ${next.limits.timeboxSeconds}::int),
        now() + make_interval(secs => ${next.limits.inactivitySeconds}::int),
        sso_not_after
      )
    where id = ${sessionId}`
}

/** Tells the product's triggers why sessions are about to end in this transaction: the user signs out. */
export async function announceLogout(tx: Transaction): Promise<void> {
  await tx`select set_config('auth.session_end', 'logout', true)`
}

export async function deleteSession(tx: Transaction, sessionId: string): Promise<void> {
  await tx`delete from auth.sessions where id = ${sessionId}`
}

/** Ends a session of this user's own; false when they have no such session. */
export async function deleteSessionOf(
  tx: Transaction,
  session: { id: string; userId: string },
): Promise<boolean> {
  const ended = await tx`
    delete from auth.sessions
    where id = ${session.id} and user_id = ${session.userId} and oauth_client_id is null`
  return ended.count > 0
}

/** Whether the user with this address is signed in from the network, an address or an IPv6 /64. */
export async function hasSessionIn(tx: Transaction, email: string, network: string): Promise<boolean> {
  if (isIP(network.replace(/\/64$/, '')) === 0) return false
  const rows = await tx`
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where u.email = ${email} and s.ip <<= ${network}::inet and (s.not_after is null or s.not_after > now())
      and s.oauth_client_id is null
    limit 1`
  return rows.count > 0
}

/** A session in the list that its user sees. */
export interface ListedSession {
  id: string
  aal: SessionRow['aal']
  created_at: Date
  last_used_at: Date
  not_after: Date | null
  user_agent: string | null
  ip: string | null
}

/** A user's own sessions that have not ended, the latest used first; a hundred at the most. */
export async function findSessionsOf(tx: Transaction, userId: string): Promise<ListedSession[]> {
  return tx<ListedSession[]>`
    select
      id, aal, created_at, coalesce(refreshed_at, created_at) as last_used_at, not_after, user_agent, host(ip) as ip
    from auth.sessions
    where user_id = ${userId} and (not_after is null or not_after > now()) and oauth_client_id is null
    order by coalesce(refreshed_at, created_at) desc, id
    limit 100`
}

export async function deleteSessionsOf(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from auth.sessions where user_id = ${userId}`
}

/** Which programs of a user stay: none, all, or those of before `since`, a moment as Postgres writes it. */
export interface KeptPrograms {
  keepsPrograms: boolean
  since: string | null
}

/** Ends a user's sessions except for one, and except for those of apps that stay. */
export async function deleteSessionsBut(
  tx: Transaction,
  {
    userId,
    exceptSession,
    keepsPrograms,
    since,
  }: KeptPrograms & { userId: string; exceptSession: string | null },
): Promise<void> {
  await tx`
    delete from auth.sessions
    where user_id = ${userId} and id is distinct from ${exceptSession}::uuid
      and not (
        ${keepsPrograms} and oauth_client_id is not null and coalesce(created_at < ${since}::text::timestamptz, true)
      )`
}
