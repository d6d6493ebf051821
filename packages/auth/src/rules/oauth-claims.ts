import type { AccessTokenClaims } from '../model/claims.ts'

/** For whom a token is made, and what for. */
export interface ClientToken {
  /** As the client calls itself. */
  clientId: string
  scopes: readonly string[]
  audience: string
}

/**
 * The claims of an access token that a client gets. It reads them, so they hold no more of the person than they agreed to
 * give. `scope` is there even when it is empty: without it a token would be that of a browser, which may do everything.
 * Source: RFC 9068 section 2.2.3
 */
export function clientClaims(claims: AccessTokenClaims, token: ClientToken): AccessTokenClaims {
  return {
    ...claims,
    aud: token.audience,
    email: token.scopes.includes('email') ? claims.email : '',
    phone: '',
    app_metadata: {},
    user_metadata: token.scopes.includes('profile') ? claims.user_metadata : {},
    client_id: token.clientId,
    scope: token.scopes.join(' '),
  }
}

/** Whether a client acts with this token, not its person. */
export function isOfClient(claims: AccessTokenClaims): boolean {
  return claims['client_id'] !== undefined || claims['scope'] !== undefined
}

/** The scopes of a client's token. */
export function scopesOf(claims: AccessTokenClaims): readonly string[] {
  const { scope } = claims
  return typeof scope === 'string' ? scope.split(' ') : []
}
