import { OAuthError } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { Services } from '../services.ts'
import { limitClientRequests } from '../shared/client-limits.ts'
import { authenticatedClient } from './client-authentication.ts'
import { codeGrant } from './code-grant.ts'
import { clientRefreshGrant } from './refresh-grant.ts'
import { clientForm, field, oauthServerOf } from './shared.ts'

/** POST /oauth/token: a client exchanges a code, or continues with a refresh token. Source: RFC 6749 section 3.2 */
export async function clientToken(services: Services, call: Call): Promise<Response> {
  oauthServerOf(services)
  await limitClientRequests(services, call)
  const form = await clientForm(call)
  const client = await authenticatedClient(services, call, form)
  const request = { client, form }
  switch (field(form, 'grant_type')) {
    case 'authorization_code':
      return codeGrant(services, call, request)
    case 'refresh_token':
      return clientRefreshGrant(services, call, request)
    case null:
      throw new OAuthError('invalid_request', 'grant_type is required.')
    default:
      throw new OAuthError(
        'unsupported_grant_type',
        'Only authorization_code and refresh_token are supported.',
      )
  }
}
