import type { OAuthClient, OAuthClientMetadata } from '../model/oauth-client.ts'
import { isUuid } from '../rules/uuid.ts'
import type { Statements, Transaction } from './transaction.ts'

/** A row with the names of {@link OAuthClient}. */
export function clientColumns(sql: Statements) {
  return sql`
    c.id, coalesce(c.metadata_url, c.id::text) as "clientId", c.registration_type::text as registration,
    c.client_secret_hash as "secretHash", c.token_endpoint_auth_method as "authMethod", c.client_name as name,
    c.client_uri as uri, c.logo_uri as "logoUri", c.redirect_uris as "redirectUris", c.grant_types as "grantTypes",
    c.scope, c.metadata_read_at as "metadataReadAt", c.created_at as "createdAt", c.updated_at as "updatedAt"`
}

/** The client that calls itself so. */
export async function findClient(sql: Statements, clientId: string): Promise<OAuthClient | null> {
  // Postgres takes no NUL, and no client is called so.
  if (clientId.includes('\0')) return null
  const [row] = await sql<OAuthClient[]>`
    select ${clientColumns(sql)} from auth.oauth_clients c
    where ${isUuid(clientId) ? sql`c.id = ${clientId} and c.metadata_url is null` : sql`c.metadata_url = ${clientId}`}`
  return row ?? null
}

/** Stores a client. `metadataUrl` is that of its document. */
export async function insertClient(
  tx: Transaction,
  client: OAuthClientMetadata & {
    registration: OAuthClient['registration']
    secretHash: string | null
    metadataUrl?: string
  },
): Promise<OAuthClient> {
  const [row] = await tx<[OAuthClient]>`
    insert into auth.oauth_clients as c (
      registration_type, metadata_url, metadata_read_at, client_secret_hash, token_endpoint_auth_method, client_name,
      client_uri, logo_uri, redirect_uris, grant_types, scope
    ) values (
      ${client.registration}, ${client.metadataUrl ?? null}, ${client.metadataUrl === undefined ? null : tx`now()`},
      ${client.secretHash}, ${client.authMethod}, ${client.name}, ${client.uri}, ${client.logoUri},
      ${[...client.redirectUris]}, ${[...client.grantTypes]}, ${client.scope}
    )
    on conflict (metadata_url) do update
    set
      metadata_read_at = now(), client_name = excluded.client_name, client_uri = excluded.client_uri,
      logo_uri = excluded.logo_uri, redirect_uris = excluded.redirect_uris, grant_types = excluded.grant_types,
      scope = excluded.scope, updated_at = now()
    returning ${clientColumns(tx)}`
  return row
}

/** Changes a client; its secret too where its way of showing who it is needs one, or none, from now on. */
export async function updateClient(
  tx: Transaction,
  id: string,
  client: OAuthClientMetadata & { secretHash: string | null },
): Promise<OAuthClient> {
  const [row] = await tx<[OAuthClient]>`
    update auth.oauth_clients as c
    set
      client_secret_hash = ${client.secretHash}, token_endpoint_auth_method = ${client.authMethod},
      client_name = ${client.name}, client_uri = ${client.uri}, logo_uri = ${client.logoUri},
      redirect_uris = ${[...client.redirectUris]}, grant_types = ${[...client.grantTypes]}, scope = ${client.scope},
      updated_at = now()
    where id = ${id}
    returning ${clientColumns(tx)}`
  return row
}

/** Deletes a client, with everything that people gave it. */
export async function deleteClient(tx: Transaction, id: string): Promise<void> {
  await tx`delete from auth.oauth_clients where id = ${id}`
}

/** A page of the clients, the newest first. */
export async function listClients(
  tx: Transaction,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ clients: OAuthClient[]; total: number }> {
  const clients = await tx<OAuthClient[]>`
    select ${clientColumns(tx)} from auth.oauth_clients c order by c.created_at desc, c.id limit ${limit} offset ${offset}`
  const [count] = await tx<[{ total: number }]>`select count(*)::int as total from auth.oauth_clients`
  return { clients, total: count.total }
}

/** Clients that came by themselves and that nobody has given anything. */
export const unusedClients = (sql: Statements) => sql`
  e.registration_type <> 'manual'
  and not exists (select from auth.oauth_consents g where g.client_id = e.id)
  and not exists (select from auth.sessions s where s.oauth_client_id = e.id)`

/**
 * Makes room for another client that comes by itself: of those that nobody uses only so many stay, the newest. So a flood
 * of them fills no disk.
 */
export async function keepUnusedClients(tx: Transaction, most: number): Promise<void> {
  await tx`
    delete from auth.oauth_clients where id in (
      select e.id from auth.oauth_clients e where ${unusedClients(tx)}
      order by greatest(e.created_at, e.metadata_read_at) desc, e.id
      offset ${most}
    )`
}
