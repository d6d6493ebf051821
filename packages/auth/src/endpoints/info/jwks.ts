import { json } from '../../http/respond.ts'
import type { Services } from '../services.ts'

/** GET /.well-known/jwks.json: the public keys, for services that verify access tokens themselves. */
export async function jwks({ keys }: Services): Promise<Response> {
  return json({ keys: keys.publicKeys() }, 200, { 'cache-control': 'public, max-age=600' })
}
