import { AuthError } from './auth-errors.ts'

/** Refusals of the OAuth server: to people and admins in the words of this protocol, to clients in those of OAuth. */

export const notForClients = () =>
  new AuthError(
    403,
    'insufficient_scope',
    'A connected app may not do this for its user. It needs a session of their own.',
  )
export const oauthServerDisabled = () => new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
export const registrationDisabled = () =>
  new AuthError(
    403,
    'oauth_dynamic_client_registration_disabled',
    'Clients cannot register themselves here. Ask the operator to add the client.',
  )
export const authorizationNotFound = () =>
  new AuthError(
    404,
    'oauth_authorization_not_found',
    'There is no such request, or it has expired. Begin again in the app.',
  )
export const authorizationDecided = () =>
  new AuthError(400, 'validation_failed', 'This request was already decided. Begin again in the app.')
export const clientNotFound = () => new AuthError(404, 'oauth_client_not_found', 'There is no such client')
export const consentNotFound = () =>
  new AuthError(404, 'oauth_consent_not_found', 'This app is not connected')

/** The codes of OAuth. Source: RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750, RFC 7009, RFC 7591, RFC 8707 */
export type OAuthErrorCode =
  | 'access_denied'
  | 'insufficient_scope'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_token'
  | 'login_required'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An error for a client, in OAuth's shape. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status = 400, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** The client did not authenticate. Source: RFC 6749 section 5.2 */
export const unknownClient = (
  description = 'The client is unknown, or did not show who it is as it registered.',
) =>
  new OAuthError('invalid_client', description, {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' },
  })
/** The same message for every code that does not work: it does not reveal which part of it was right. */
export const badGrant = () =>
  new OAuthError(
    'invalid_grant',
    'The code or token is wrong, used, expired, or was given to another client.',
  )
