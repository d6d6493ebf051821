import type { OAuthAuthMethod } from '../../model/oauth-client.ts'
import { hashOfSecret, newOneTimeSecret } from '../../tokens/one-time.ts'

/** A secret, with what is stored of it; none for a client that has nothing to keep it in. */
export function newClientSecret(
  method: OAuthAuthMethod,
): { secret: string; secretHash: string } | { secret: null; secretHash: null } {
  if (method === 'none') return { secret: null, secretHash: null }
  const secret = newOneTimeSecret()
  return { secret, secretHash: hashOfSecret(secret) }
}
