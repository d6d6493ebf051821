import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { answerOf, claimsSchema } from './claims.ts'
import { isLoopback } from './loopback.ts'
import type { Provider, ProviderSettings } from './provider.ts'

const DEFAULT_SCOPES = 'openid email profile'
const TIMEOUT_SECONDS = 10
/** An issuer's keys and addresses change seldom, and it may be down when we start: fetched when needed, then cached. */
const CACHE_MS = 60 * 60_000

interface IssuerOptions extends ProviderSettings {
  /** The name by which clients ask for it. */
  name: string
  url: string
  /** The time by which ID tokens are judged, in milliseconds since 1970. */
  now: () => number
}

/** Any OpenID Connect issuer: Google, Microsoft, Keycloak and the like. */
export function oidcProvider(settings: IssuerOptions): Provider {
  const issuer = cachedFor(CACHE_MS, async () => (await discover(settings)).serverMetadata())
  const discovered = async () => configurationOf(settings, await issuer())
  const { name, url, trustEmail = false } = settings
  const answerFrom = (claims: unknown) => answerOf(claimsSchema.parse(claims), { name, url, trustEmail })
  const keys = cachedFor(CACHE_MS, async () => {
    const { jwks_uri: uri } = await issuer()
    if (uri === undefined) throw new Error('The issuer publishes no keys.')
    return createRemoteJWKSet(new URL(uri), { timeoutDuration: TIMEOUT_SECONDS * 1_000 })
  })

  return {
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri, scopes }) {
      return client.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: scopes === null ? DEFAULT_SCOPES : withOpenid(scopes),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
    },
    async answer(callback, { state, nonce, codeVerifier }) {
      const configuration = await discovered()
      const tokens = await client.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = claimsSchema.parse(tokens.claims())
      if (claims.email !== undefined) return answerFrom(claims)
      // Some issuers give the address only at the userinfo endpoint.
      const { userinfo_endpoint } = configuration.serverMetadata()
      if (userinfo_endpoint === undefined) return answerFrom(claims)
      const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      return answerFrom({ ...claims, ...more })
    },
    async answerInIdToken(idToken, nonce) {
      const { payload } = await jwtVerify(idToken, await keys(), {
        issuer: (await issuer()).issuer,
        audience: settings.clientId,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: 30,
        currentDate: new Date(settings.now()),
      })
      if (!nonceMatches(payload['nonce'], nonce)) throw new Error('The nonce of the ID token is another one.')
      return answerFrom(payload)
    },
  }
}

/** As in Supabase Auth: the token carries the nonce or its SHA-256, or neither side has a nonce. */
function nonceMatches(inToken: unknown, given: string | null): boolean {
  if (inToken === undefined || given === null) return inToken === undefined && given === null
  return inToken === given || inToken === createHash('sha256').update(given).digest('hex')
}

function withOpenid(scopes: string): string {
  return scopes.split(/\s+/).includes('openid') ? scopes : `openid ${scopes}`
}

function discover({ url, clientId, clientSecret }: IssuerOptions): Promise<client.Configuration> {
  const issuer = new URL(url)
  return client.discovery(issuer, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isLoopback(issuer) ? { execute: [client.allowInsecureRequests] } : {}),
  })
}

/** The library, set up for an issuer that is known. It takes the clock of this machine and a difference from it. */
function configurationOf(
  { url, clientId, clientSecret, now }: IssuerOptions,
  issuer: client.ServerMetadata,
): client.Configuration {
  const configuration = new client.Configuration(issuer, clientId, {
    client_secret: clientSecret,
    [client.clockSkew]: Math.round((now() - Date.now()) / 1_000),
  })
  configuration.timeout = TIMEOUT_SECONDS
  if (isLoopback(new URL(url))) client.allowInsecureRequests(configuration)
  return configuration
}

/** Caches what `work` resolves to for so long. A failure is not cached. */
function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; since: number } | null = null
  return () => {
    const now = performance.now()
    if (kept === null || now - kept.since > ms) {
      const value = work()
      kept = { value, since: now }
      value.catch(() => {
        kept = null
      })
    }
    return kept.value
  }
}
