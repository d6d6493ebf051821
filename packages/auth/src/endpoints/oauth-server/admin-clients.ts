import { z } from 'zod'
import { validationFailed } from '../../errors/auth-errors.ts'
import { clientNotFound, OAuthError } from '../../errors/oauth-errors.ts'
import { readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import { type AuditAction, writeAudit } from '../../store/audit.ts'
import {
  deleteClient,
  findClient,
  insertClient,
  listClients,
  updateClient,
} from '../../store/oauth-clients.ts'
import type { Transaction } from '../../store/transaction.ts'
import { pageHeaders, pageIn } from '../admin/pages.ts'
import type { Services } from '../services.ts'
import { clientJson, readMetadata } from './client-metadata.ts'
import { newClientSecret } from './client-secrets.ts'
import { oauthServerOf } from './shared.ts'

/** GET /admin/oauth/clients: a page of the clients, the newest first. */
export async function listOAuthClients(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  const page = pageIn(call)
  const { clients, total } = await services.database.transaction((tx) => listClients(tx, page))
  const body = { clients: clients.map((client) => clientJson(client)), aud: 'authenticated' }
  return json(body, 200, pageHeaders(page, total, '/admin/oauth/clients'))
}

/** POST /admin/oauth/clients: the operator vouches for a client. Its secret is in this answer and nowhere else. */
export async function createOAuthClient(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  const metadata = metadataFor(await readBody(call, z.unknown()))
  const { secret, secretHash } = newClientSecret(metadata.authMethod)
  const client = await services.database.transaction(async (tx) => {
    const added = await insertClient(tx, { ...metadata, registration: 'manual', secretHash })
    await note(tx, call, 'oauth_client_created', added)
    return added
  })
  return json(clientJson(client, secret), 201)
}

/** GET /admin/oauth/clients/{id}. */
export async function getOAuthClient(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  return json(clientJson(await services.database.transaction((tx) => named(tx, call))))
}

/** PUT /admin/oauth/clients/{id}: changes what is given. A client that has to show a secret from now on gets one. */
export async function updateOAuthClient(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  const changes = await readBody(call, z.record(z.string(), z.unknown()))
  const { client, secret } = await services.database.transaction(async (tx) => {
    const before = await named(tx, call)
    const metadata = metadataFor({ ...clientJson(before), ...changes })
    const wasPublic = before.authMethod === 'none'
    const isPublic = metadata.authMethod === 'none'
    const made =
      wasPublic === isPublic
        ? { secret: null, secretHash: before.secretHash }
        : newClientSecret(metadata.authMethod)
    const changed = await updateClient(tx, before.id, { ...metadata, secretHash: made.secretHash })
    await note(tx, call, 'oauth_client_updated', changed)
    return { client: changed, secret: made.secret }
  })
  return json(clientJson(client, secret))
}

/** DELETE /admin/oauth/clients/{id}: the client is gone, with everything that people gave it. */
export async function deleteOAuthClient(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  await services.database.transaction(async (tx) => {
    const client = await named(tx, call)
    await deleteClient(tx, client.id)
    await note(tx, call, 'oauth_client_deleted', client)
  })
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/** POST /admin/oauth/clients/{id}/regenerate_secret: the old secret works no more. */
export async function regenerateOAuthSecret(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  const { client, secret } = await services.database.transaction(async (tx) => {
    const before = await named(tx, call)
    const made = newClientSecret(before.authMethod)
    if (made.secret === null) throw validationFailed('A public client has no secret')
    const changed = await updateClient(tx, before.id, { ...before, secretHash: made.secretHash })
    await note(tx, call, 'oauth_client_updated', changed)
    return { client: changed, secret: made.secret }
  })
  return json(clientJson(client, secret))
}

async function named(tx: Transaction, call: Call): Promise<OAuthClient> {
  const client = await findClient(tx, call.params['clientId'] ?? '')
  if (client === null) throw clientNotFound()
  return client
}

/** Admins read refusals in the words of this protocol. */
function metadataFor(value: unknown) {
  try {
    return readMetadata(value)
  } catch (error) {
    if (error instanceof OAuthError) throw validationFailed(error.message)
    throw error
  }
}

async function note(tx: Transaction, call: Call, action: AuditAction, client: OAuthClient): Promise<void> {
  await writeAudit(tx, call, { action, userId: null, traits: { client_id: client.clientId } })
}
