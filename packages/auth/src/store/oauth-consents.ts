import type { OAuthClient } from '../model/oauth-client.ts'
import { clientColumns } from './oauth-clients.ts'
import type { KeptPrograms } from './sessions.ts'
import type { Transaction } from './transaction.ts'

/** A person's consent for a client, with its last use. */
export interface OAuthConsent {
  client: OAuthClient
  scopes: readonly string[]
  grantedAt: Date
  lastUsedAt: Date | null
}

/** The scopes that the person granted the client; empty when they granted none. */
export async function findConsentedScopes(
  tx: Transaction,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<readonly string[] | null> {
  const [row] = await tx<{ scopes: string[] }[]>`
    select scopes from auth.oauth_consents where user_id = ${userId} and client_id = ${clientId}`
  return row?.scopes ?? null
}

/** Grants the client these scopes, in addition to earlier ones. */
export async function addConsent(
  tx: Transaction,
  { userId, clientId, scopes }: { userId: string; clientId: string; scopes: readonly string[] },
): Promise<void> {
  await tx`
    insert into auth.oauth_consents as g (user_id, client_id, scopes) values (${userId}, ${clientId}, ${[...scopes]})
    on conflict (user_id, client_id) do update
    set
      scopes = array(select distinct s from unnest(g.scopes || excluded.scopes) s order by s),
      granted_at = now()`
}

/** The clients of a person, the latest first. */
export async function listConsents(tx: Transaction, userId: string): Promise<OAuthConsent[]> {
  type Row = OAuthClient & { scopes: string[]; grantedAt: Date; lastUsedAt: Date | null }
  const rows = await tx<Row[]>`
    select
      ${clientColumns(tx)}, g.scopes, g.granted_at as "grantedAt",
      (
        select max(coalesce(s.refreshed_at, s.created_at)) from auth.sessions s
        where s.user_id = g.user_id and s.oauth_client_id = g.client_id
      ) as "lastUsedAt"
    from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id
    where g.user_id = ${userId}
    order by g.granted_at desc, c.id
    limit 200`
  return rows.map(({ scopes, grantedAt, lastUsedAt, ...client }) => ({
    client,
    scopes,
    grantedAt,
    lastUsedAt,
  }))
}

/** Revokes the person's consent for all clients, except for those that stay. */
export async function endAllConsents(
  tx: Transaction,
  { userId, keepsPrograms, since }: KeptPrograms & { userId: string },
): Promise<void> {
  await tx`
    delete from auth.oauth_consents
    where user_id = ${userId} and not (${keepsPrograms} and coalesce(granted_at < ${since}::text::timestamptz, true))`
  await tx`
    delete from auth.oauth_authorizations
    where user_id = ${userId} and status = 'approved'
      and not (${keepsPrograms} and coalesce(created_at < ${since}::text::timestamptz, true))`
}

/**
 * Revokes the person's consent for the client: ends its sessions, and codes that it has not exchanged yet. False when
 * there is no consent.
 */
export async function endConsent(
  tx: Transaction,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<boolean> {
  const ended = await tx`
    delete from auth.oauth_consents where user_id = ${userId} and client_id = ${clientId}`
  await tx`delete from auth.oauth_authorizations where user_id = ${userId} and client_id = ${clientId}`
  await tx`delete from auth.sessions where user_id = ${userId} and oauth_client_id = ${clientId}`
  return ended.count > 0
}
