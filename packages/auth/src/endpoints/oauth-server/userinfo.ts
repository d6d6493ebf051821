import { AuthError } from '../../errors/auth-errors.ts'
import { OAuthError } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { Services } from '../services.ts'
import { signedInOrClient } from '../shared/signed-in.ts'
import { personClaims } from './person-claims.ts'
import { oauthServerOf } from './shared.ts'

/** GET and POST /oauth/userinfo: who signed in. Source: OpenID Connect Core 1.0 section 5.3 */
export async function userinfo(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  const { account, scopes } = await bearer(services, call)
  if (!scopes?.includes('openid'))
    throw challenge('insufficient_scope', 'The token has no scope openid.', 403)
  return json({ sub: account.user.id, ...personClaims(account.user, scopes) })
}

async function bearer(services: Services, call: Call) {
  try {
    return await signedInOrClient(services, call)
  } catch (error) {
    if (error instanceof AuthError && error.status < 500) throw challenge('invalid_token', error.message, 401)
    throw error
  }
}

/** Source: RFC 6750 section 3 */
function challenge(
  code: 'invalid_token' | 'insufficient_scope',
  message: string,
  status: number,
): OAuthError {
  return new OAuthError(code, message, { status, headers: { 'www-authenticate': `Bearer error="${code}"` } })
}
