import { json } from '../../http/respond.ts'
import { SIGNING_ALGORITHM } from '../../tokens/key-ring.ts'
import type { Services } from '../services.ts'
import { oauthServerOf, offeredScopes } from './shared.ts'

/** The published metadata of the OAuth server. */
export interface WellKnown {
  /** Source: RFC 8414 section 2, OpenID Connect Discovery 1.0 section 3 */
  authorizationServer: Readonly<Record<string, unknown>>
  /** The resources, by their paths, such as `/rest/v1`. Source: RFC 9728 section 2 */
  resources: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** null where the OAuth server is switched off. */
export function wellKnownOf(services: Services): WellKnown | null {
  const settings = services.settings.oauthServer
  if (settings === undefined) return null
  const paths = ['/rest/v1', ...settings.resources]
  const resources = paths.map((path) => [path, resourceMetadata(services, path)] as const)
  return { authorizationServer: serverMetadata(services), resources: new Map(resources) }
}

/** GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server below the issuer. */
export async function serverMetadataEndpoint(services: Services): Promise<Response> {
  oauthServerOf(services)
  return json(serverMetadata(services))
}

function serverMetadata(services: Services): Record<string, unknown> {
  const { issuer, publicUrl, fetchClientDocument } = services
  const settings = oauthServerOf(services)
  const methods = ['none', 'client_secret_basic', 'client_secret_post']
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    userinfo_endpoint: `${issuer}/oauth/userinfo`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    ...(settings.dynamicRegistration ? { registration_endpoint: `${issuer}/oauth/clients/register` } : {}),
    scopes_supported: offeredScopes(settings),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    claims_supported: [
      ...['iss', 'sub', 'aud', 'iat', 'exp', 'auth_time', 'nonce', 'email', 'email_verified'],
      ...['name', 'given_name', 'family_name', 'picture', 'locale', 'updated_at'],
    ],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: fetchClientDocument !== null,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    protected_resources: ['/rest/v1', ...settings.resources].map((path) => publicUrl + path),
  }
}

function resourceMetadata(services: Services, path: string): Record<string, unknown> {
  const settings = oauthServerOf(services)
  return {
    resource: services.publicUrl + path,
    authorization_servers: [services.issuer],
    scopes_supported: settings.scopes,
    bearer_methods_supported: ['header'],
  }
}
