import { createHash, timingSafeEqual } from 'node:crypto'
import { OAuthError, unknownClient } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { OAuthAuthMethod, OAuthClient } from '../../model/oauth-client.ts'
import { findClient } from '../../store/oauth-clients.ts'
import type { Services } from '../services.ts'
import { field } from './shared.ts'

interface Shown {
  clientId: string
  secret: string | null
  method: OAuthAuthMethod
}

/**
 * The client that sends a request, which has to show who it is in the way it registered. Throws `invalid_client`.
 * Source: RFC 6749 section 2.3
 */
export async function authenticatedClient(
  services: Services,
  call: Call,
  form: URLSearchParams,
): Promise<OAuthClient> {
  const { clientId, secret, method } = shownIn(call, form)
  const client = await services.database.statement((sql) => findClient(sql, clientId))
  if (client?.secretHash === null && secret !== null) throw unknownClient(SENT_BY.none)
  if (client === null || !secretMatches(secret, client.secretHash)) throw unknownClient()
  // Only a caller that shows the secret learns how it has to be sent.
  if (client.authMethod !== method) throw unknownClient(SENT_BY[client.authMethod])
  return client
}

const SENT_BY: Readonly<Record<OAuthAuthMethod, string>> = {
  none: 'This client has no secret. It sends its client_id in the body alone (none).',
  client_secret_basic:
    'This client registered client_secret_basic. It sends its id and secret in the header Authorization.',
  client_secret_post: 'This client registered client_secret_post. It sends client_secret in the body.',
}

function shownIn(call: Call, form: URLSearchParams): Shown {
  const named = field(form, 'client_id')
  const posted = field(form, 'client_secret')
  const header = /^basic +(\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
  if (header !== undefined) {
    const basic = readBasic(header)
    if (posted !== null) throw new OAuthError('invalid_request', 'The secret is there twice.')
    if (named !== null && named !== basic.clientId) throw unknownClient()
    return basic
  }
  if (named === null) throw unknownClient()
  return { clientId: named, secret: posted, method: posted === null ? 'none' : 'client_secret_post' }
}

/** Both parts are form-encoded before they are put together. Source: RFC 6749 section 2.3.1 */
function readBasic(encoded: string): Shown {
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2)
  return { clientId: formDecoded(id), secret: formDecoded(secret), method: 'client_secret_basic' }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`value=${text.replaceAll('&', '%26')}`).get('value') ?? ''
}

/** Compares in a time that says nothing about the secret. */
function secretMatches(secret: string | null, hash: string | null): boolean {
  if (hash === null) return secret === null
  const given = createHash('sha256')
    .update(secret ?? '')
    .digest()
  const stored = Buffer.from(hash, 'hex')
  return stored.length === given.length && timingSafeEqual(given, stored)
}
