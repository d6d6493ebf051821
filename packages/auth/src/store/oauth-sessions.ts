import type { Device, SessionLimits, SessionRow } from '../model/session.ts'
import type { Transaction } from './transaction.ts'

/** A session in which a client acts for its person. */
export interface OAuthSessionRow extends SessionRow {
  /** The client's row. */
  clientRow: string
  scopes: string
  audience: string
}

interface NewOAuthSession {
  userId: string
  /** The session in which the person agreed. */
  approvedBy: string
  clientRow: string
  scopes: readonly string[]
  audience: string
  device: Device
  limits: SessionLimits
  /** How long it lasts where it cannot be refreshed; null where it can. */
  lifetimeSeconds: number | null
}

function oauthSessionColumns(tx: Transaction) {
  return tx`
    s.id, s.user_id, s.aal, s.not_after, s.refreshed_at, s.refresh_token_counter::int, s.oauth_client_id as "clientRow",
    s.scopes, s.oauth_audience as audience`
}

/**
 * Starts a session for a client. It has proven as much as the one in which the person agreed, and ends no later than the
 * identity provider lets that one last. null when that one has ended by now, or its person is banned or deleted.
 */
export async function insertOAuthSession(
  tx: Transaction,
  given: NewOAuthSession,
): Promise<OAuthSessionRow | null> {
  const { device, limits } = given
  const [row] = await tx<OAuthSessionRow[]>`
    with s as (
      insert into auth.sessions (
        id, user_id, aal, factor_id, passkey_id, user_agent, ip, sso_not_after, not_after, oauth_client_id, scopes,
        oauth_audience
      )
      select
        gen_random_uuid(), a.user_id, a.aal, a.factor_id, a.passkey_id, ${device.userAgent}, ${device.address}::inet,
        a.sso_not_after,
        least(
          now() + make_interval(secs => least(
            ${limits.timeboxSeconds}::int, ${limits.inactivitySeconds}::int, ${given.lifetimeSeconds}::int
          )),
          a.sso_not_after
        ),
        ${given.clientRow}, ${given.scopes.join(' ')}, ${given.audience}
      from auth.sessions a join auth.users u on u.id = a.user_id
      where a.id = ${given.approvedBy} and a.user_id = ${given.userId} and (a.not_after is null or a.not_after > now())
        and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      returning *
    ), claims as (
      insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
      select s.id, m.authentication_method, m.created_at, m.updated_at
      from s, auth.mfa_amr_claims m where m.session_id = ${given.approvedBy}
    )
    select ${oauthSessionColumns(tx)}, now() as now from s`
  return row ?? null
}

/** The session in which a client acts, locked. null when it has ended, and for the session of a browser. */
export async function lockOAuthSession(tx: Transaction, sessionId: string): Promise<OAuthSessionRow | null> {
  const [row] = await tx<OAuthSessionRow[]>`
    with s as (
      select * from auth.sessions where id = ${sessionId} and oauth_client_id is not null for update
    )
    select ${oauthSessionColumns(tx)}, clock_timestamp() as now from s`
  return row ?? null
}
