import { AuthError, badJwt, noAuthorization, sessionNotFound, userBanned } from '../../errors/auth-errors.ts'
import { notForClients } from '../../errors/oauth-errors.ts'
import type { Call } from '../../http/call.ts'
import type { Account } from '../../model/account.ts'
import type { AccessTokenClaims } from '../../model/claims.ts'
import { isOfClient, scopesOf } from '../../rules/oauth-claims.ts'
import { findSignedIn, type SignedInRow } from '../../store/signed-in.ts'
import type { AccessTokens } from '../../tokens/access-tokens.ts'
import { InvalidAccessToken } from '../../tokens/token-refusals.ts'
import type { Services } from '../services.ts'

/** The caller and their session, as the database has them now. */
export type SignedIn = SignedInRow

/**
 * The user of the access token, if the session still exists. Throws `no_authorization`, `bad_jwt`, `session_not_found`,
 * `user_banned`, or `insufficient_scope` for the token of an OAuth client: it may do nothing here in its person's name.
 */
export async function signedIn(services: Services, call: Call): Promise<SignedIn> {
  return ofSession(services, await authenticate(call, services.accessTokens))
}

/** The same for the few endpoints that an OAuth client may read; `scopes` is null for the person's own session. */
export async function signedInOrClient(
  services: Services,
  call: Call,
): Promise<SignedIn & { scopes: readonly string[] | null }> {
  const claims = await claimsIn(call, services.accessTokens)
  return { ...(await ofSession(services, claims)), scopes: isOfClient(claims) ? scopesOf(claims) : null }
}

async function ofSession(services: Services, claims: AccessTokenClaims): Promise<SignedIn> {
  const found = await services.database.statement((sql) =>
    findSignedIn(sql, { id: claims.session_id, userId: claims.sub }),
  )
  if (found === null) throw sessionNotFound()
  const bannedUntil = found.account.user.banned_until
  if (bannedUntil !== null && bannedUntil > found.session.now) throw userBanned(403)
  return found
}

/** The same for an endpoint that visitors use too: null without an access token of a live session. */
export async function callerIfAny(services: Services, call: Call): Promise<SignedIn | null> {
  try {
    return await signedIn(services, call)
  } catch (error) {
    // Clients send their API key in the same header.
    if (error instanceof AuthError) return null
    throw error
  }
}

/** The claims of the caller's own access token. Throws `no_authorization`, `bad_jwt` or `insufficient_scope`. */
export async function authenticate(call: Call, accessTokens: AccessTokens): Promise<AccessTokenClaims> {
  const claims = await claimsIn(call, accessTokens)
  if (isOfClient(claims)) throw notForClients()
  return claims
}

async function claimsIn(call: Call, accessTokens: AccessTokens): Promise<AccessTokenClaims> {
  const bearer = /^bearer +(\S+)$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined) throw noAuthorization()
  try {
    return await accessTokens.verify(bearer)
  } catch (error) {
    if (error instanceof InvalidAccessToken) throw badJwt(error)
    throw error
  }
}

/** Whether sign-in asks this user for a second factor. */
export function hasSecondFactor({ factors }: Account): boolean {
  return factors.some(({ status }) => status === 'verified')
}
