import { z } from 'zod'
import { registrationDisabled } from '../../errors/oauth-errors.ts'
import { readBody } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import { writeAudit } from '../../store/audit.ts'
import { insertClient, keepUnusedClients } from '../../store/oauth-clients.ts'
import type { Services } from '../services.ts'
import { limitRegistrations } from '../shared/client-limits.ts'
import { MOST_UNUSED } from './client-documents.ts'
import { clientJson, readMetadata, withoutRefusedSchemes } from './client-metadata.ts'
import { newClientSecret } from './client-secrets.ts'
import { oauthServerOf } from './shared.ts'

/** No client has more to say of itself. */
const MAX_BYTES = 16_384

/**
 * POST /oauth/clients/register: a client adds itself, where the operator allows it. How many a network may add, and how
 * many that nobody uses are kept, is bounded.
 * Source: RFC 7591 section 3
 */
export async function registerClient(services: Services, call: Call): Promise<Response> {
  if (!oauthServerOf(services).dynamicRegistration) throw registrationDisabled()
  await limitRegistrations(services, call)
  const metadata = readMetadata(withoutRefusedSchemes(await readBody(call, z.unknown(), MAX_BYTES)))
  const { secret, secretHash } = newClientSecret(metadata.authMethod)
  const client = await services.database.transaction(async (tx) => {
    await keepUnusedClients(tx, MOST_UNUSED)
    const added = await insertClient(tx, { ...metadata, registration: 'dynamic', secretHash })
    const traits = { client_id: added.clientId, registration: 'dynamic' }
    await writeAudit(tx, call, { action: 'oauth_client_created', userId: null, traits })
    return added
  })
  const body = {
    ...clientJson(client, secret),
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
    ...(secret === null ? {} : { client_secret_expires_at: 0 }),
  }
  return json(body, 201)
}
