import { unsupportedGrantType, web3Disabled } from '../../errors/auth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { Services } from '../services.ts'
import { idTokenGrant } from './id-token-grant.ts'
import { passwordGrant } from './password-grant.ts'
import { pkceGrant } from './pkce-grant.ts'
import { refreshGrant } from './refresh-grant.ts'

/** POST /token: a session by one of the grant types. */
export function token(services: Services, call: Call): Promise<Response> {
  switch (call.url.searchParams.get('grant_type')) {
    case 'password':
      return passwordGrant(services, call)
    case 'refresh_token':
      return refreshGrant(services, call)
    case 'pkce':
      return pkceGrant(services, call)
    case 'id_token':
      return idTokenGrant(services, call)
    case 'web3':
      throw web3Disabled()
    default:
      throw unsupportedGrantType()
  }
}
