import type { Call } from '../../http/call.ts'
import { json } from '../../http/respond.ts'
import type { Account } from '../../model/account.ts'
import type { AccessTokenClaims } from '../../model/claims.ts'
import type { OAuthClient } from '../../model/oauth-client.ts'
import { clientClaims } from '../../rules/oauth-claims.ts'
import { withinTokenSize } from '../../rules/token-size.ts'
import type { OAuthSessionRow } from '../../store/oauth-sessions.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Services } from '../services.ts'
import { makeGrant } from '../shared/grant.ts'
import { personClaims } from './person-claims.ts'
import { scopesFor } from './shared.ts'

/** The result for a client that exchanges a code or refreshes its session. */
export interface ClientGrant {
  client: OAuthClient
  session: OAuthSessionRow
  account: Account
  scopes: readonly string[]
  claims: AccessTokenClaims
  nonce: string | null
}

/**
 * Creates a grant inside the transaction that began or continued the session. The consent of the person is limited to
 * the scopes that the client may have by now: the operator may have taken some from it.
 */
export async function makeClientGrant(
  services: Services,
  tx: Transaction,
  call: Call,
  given: {
    client: OAuthClient
    session: OAuthSessionRow
    scopes: readonly string[]
    method: string
    nonce: string | null
  },
): Promise<ClientGrant> {
  const { client, session, method, nonce } = given
  const allowed = scopesFor(services, client)
  const scopes = given.scopes.filter((scope) => allowed.includes(scope))
  const { account, claims } = await makeGrant(services, tx, call, { session, method })
  // The client and the audience are set after the product's hook, so that the hook cannot change them.
  const token = { clientId: client.clientId, scopes, audience: session.audience }
  return { client, session, account, scopes, claims: clientClaims(claims, token), nonce }
}

/** Source: RFC 6749 section 5.1, OpenID Connect Core 1.0 section 3.1.3.3 */
export async function tokenResponse(services: Services, grant: ClientGrant): Promise<Response> {
  const { client, session, scopes, claims } = grant
  return json({
    access_token: await services.accessTokens.sign(withinTokenSize(claims)),
    token_type: 'bearer',
    expires_in: claims.exp - claims.iat,
    ...(client.grantTypes.includes('refresh_token') && {
      refresh_token: services.clientRefreshTokens.issue({
        sessionId: session.id,
        counter: session.refresh_token_counter,
      }),
    }),
    scope: scopes.join(' '),
    ...(scopes.includes('openid') && { id_token: await idToken(services, grant) }),
  })
}

/** The ID token, which tells the client who signed in. Source: OpenID Connect Core 1.0 section 2 */
function idToken({ issuer, accessTokens }: Services, grant: ClientGrant): Promise<string> {
  const { client, account, scopes, claims, nonce } = grant
  const [latest] = claims.amr
  return accessTokens.signIdToken({
    iss: issuer,
    sub: claims.sub,
    aud: client.clientId,
    iat: claims.iat,
    exp: claims.exp,
    ...(latest === undefined ? {} : { auth_time: latest.timestamp }),
    ...(nonce === null ? {} : { nonce }),
    ...personClaims(account.user, scopes),
  })
}
