import { OAuthError } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import type { ClientDocument } from '../../options.ts'
import { isClientAddress } from '../../rules/oauth-client-address.ts'
import { findClient, insertClient, keepUnusedClients } from '../../store/oauth-clients.ts'
import { databaseNow } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { limitRegistrations } from '../shared/client-limits.ts'
import { readMetadata, withoutRefusedSchemes } from './client-metadata.ts'

/** How long a document counts before it is read again. */
const FRESH_MS = 3_600_000
const MAX_BYTES = 5_120
/** How many clients that came by themselves are kept before anybody gives them something. */
export const MOST_UNUSED = 1_000

/**
 * The client that calls itself so. One that names itself by the address of its metadata document is read from there, at
 * most once an hour. null when there is none.
 * Source: draft-ietf-oauth-client-id-metadata-document
 */
export async function currentClient(
  services: Services,
  call: Call,
  clientId: string,
): Promise<OAuthClient | null> {
  const isDocument = isClientAddress(clientId)
  const [known, now] = await services.database.transaction((tx) =>
    Promise.all([findClient(tx, clientId), databaseNow(tx)]),
  )
  if (!isDocument || services.fetchClientDocument === null) return isDocument ? null : known
  const readAt = known?.metadataReadAt?.getTime() ?? 0
  if (known !== null && Math.abs(now.getTime() - readAt) < FRESH_MS) return known
  await limitRegistrations(services, call)
  const metadata = metadataIn(clientId, await read(services, call, clientId))
  return services.database.transaction(async (tx) => {
    await keepUnusedClients(tx, MOST_UNUSED)
    return insertClient(tx, {
      ...metadata,
      registration: 'document',
      secretHash: null,
      metadataUrl: clientId,
    })
  })
}

/** The caller learns nothing about the network that the address is in. */
async function read(services: Services, call: Call, clientId: string): Promise<ClientDocument> {
  const { fetchClientDocument, observe } = services
  if (fetchClientDocument === null) throw unreadable()
  try {
    return await fetchClientDocument(clientId)
  } catch (cause) {
    observe({ kind: 'client-document-refused', requestId: call.requestId, clientId, cause })
    throw unreadable()
  }
}

const unreadable = () =>
  new OAuthError('invalid_client', 'The metadata document of the client could not be read.')

function metadataIn(clientId: string, { status, type, body }: ClientDocument) {
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type)
  if (status !== 200 || !isJson || body.byteLength > MAX_BYTES) throw unreadable()
  const document = parsed(body)
  if (typeof document !== 'object' || document === null || !('client_id' in document)) throw unreadable()
  if (document.client_id !== clientId)
    throw new OAuthError('invalid_client', 'The metadata document names another client_id.')
  // Without a way to show who it is: what it could prove with, nobody has given it.
  const metadata = readMetadata(withoutRefusedSchemes({ token_endpoint_auth_method: 'none', ...document }))
  if (metadata.authMethod !== 'none')
    throw new OAuthError(
      'invalid_client',
      'Here a client with a metadata document has to use PKCE alone (none).',
    )
  return metadata
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw unreadable()
  }
}
