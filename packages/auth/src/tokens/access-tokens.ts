import type { DatabaseClock } from '@cairn/postgres/pool/database-clock'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AccessTokenClaims, AUDIENCE, accessTokenClaimsSchema } from '../model/claims.ts'
import { type KeyRing, SIGNING_ALGORITHM } from './key-ring.ts'
import type { LegacyTokens } from './legacy-tokens.ts'
import type { TokenCache } from './token-cache.ts'
import {
  asRefusal,
  expired,
  InvalidAccessToken,
  issuedAhead,
  requireParts,
  tooLong,
  unknownKey,
} from './token-refusals.ts'

/** The allowed clock difference of other software that signs with the legacy secret, and of a reading of the clock. */
const CLOCK_TOLERANCE_SECONDS = 30
/** The maximum difference for a time of issue in the future; no honest software writes a later date. */
const ISSUED_AHEAD_SECONDS = 60
/** The maximum length of a token. Our own tokens are shorter: the size of metadata is limited. */
const MAX_TOKEN_LENGTH = 16_384

export interface AccessTokens {
  sign(claims: AccessTokenClaims): Promise<string>
  /** Signs an ID token for a client. It names no session, so it is never taken for an access token. */
  signIdToken(claims: JWTPayload): Promise<string>
  /**
   * The claims of a token that this installation, or the legacy secret, signed for this audience and that has not
   * expired. The signature is checked once and cached. Throws `InvalidAccessToken`, or DatabaseUnavailable when a key
   * would have to be looked up.
   */
  verify(token: string, audience?: string): Promise<AccessTokenClaims>
}

export interface AccessTokensOptions {
  keys: KeyRing
  legacy: LegacyTokens
  verified: TokenCache<AccessTokenClaims>
  issuer: string
  clock: DatabaseClock
}

/** The checks for every token, our own or legacy. */
const VERIFY_OPTIONS = {
  requiredClaims: ['exp', 'iat', 'sub', 'session_id'],
  clockTolerance: CLOCK_TOLERANCE_SECONDS,
}

type VerifyOptions = typeof VERIFY_OPTIONS & { audience: string; currentDate: Date }

/** Verifies a token that we signed. */
async function verifyOurs(
  token: string,
  { keys, issuer }: AccessTokensOptions,
  verifyOptions: VerifyOptions,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(
    token,
    async ({ kid }) => {
      const key = kid === undefined ? null : await keys.verificationKey(kid)
      if (key === null) throw unknownKey()
      return key
    },
    { ...verifyOptions, algorithms: [SIGNING_ALGORITHM], issuer },
  )
  return payload
}

export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { keys, legacy, verified, clock } = options

  async function verifyAnew(token: string, audience: string): Promise<AccessTokenClaims> {
    try {
      const verifyOptions = { ...VERIFY_OPTIONS, audience, currentDate: new Date(clock.now()) }
      const payload =
        (await legacy.verify(token, verifyOptions)) ?? (await verifyOurs(token, options, verifyOptions))
      const claims = accessTokenClaimsSchema.parse(payload)
      if (claims.iat > clock.now() / 1_000 + ISSUED_AHEAD_SECONDS) throw issuedAhead()
      return Object.freeze(claims)
    } catch (error) {
      throw asRefusal(error)
    }
  }

  async function verifyNow(token: string, audience: string): Promise<AccessTokenClaims> {
    // The cache key of a token includes the audience that it was verified for.
    const key = audience === AUDIENCE ? token : `${audience} ${token}`
    const known = verified.get(key)
    if (known !== undefined) {
      if (clock.now() / 1_000 < known.exp + CLOCK_TOLERANCE_SECONDS) return known
      verified.delete(key)
      throw expired()
    }
    if (token.length > MAX_TOKEN_LENGTH) throw tooLong()
    requireParts(token)
    const claims = await verifyAnew(token, audience)
    verified.set(key, claims)
    return claims
  }

  function sign(claims: JWTPayload): Promise<string> {
    const { kid, key } = keys.signingKey()
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
      .sign(key)
  }

  return {
    sign,
    signIdToken: sign,
    async verify(token, audience = AUDIENCE) {
      const { timesSet } = clock
      try {
        return await verifyNow(token, audience)
      } catch (error) {
        if (!(error instanceof InvalidAccessToken && error.refusal === 'time')) throw error
        // The clock of the database may have been set since it was last read.
        await clock.read()
        if (clock.timesSet === timesSet) throw error
        return verifyNow(token, audience)
      }
    },
  }
}
