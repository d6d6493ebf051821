import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose'

const ALGORITHM = 'HS256'

export type LegacyRole = 'anon' | 'service_role'

/**
 * Tokens that the shared secret of a Supabase project signed before it was moved here: access tokens, and API keys that
 * are tokens. They are only verified, never issued. The algorithm decides whether the secret or one of our keys
 * verifies a token.
 */
export interface LegacyTokens {
  /** The claims of a token with this algorithm; null for any other, or without a secret. Throws jose's errors. */
  verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload | null>
  /** The role of an API key; null for anything else. */
  roleOf(key: string): Promise<LegacyRole | null>
}

export function createLegacyTokens(secret: string | null, clock: () => number): LegacyTokens {
  if (secret === null) return { verify: async () => null, roleOf: async () => null }
  const key = createSecretKey(secret, 'utf8')

  async function verify(token: string, options: JWTVerifyOptions): Promise<JWTPayload | null> {
    if (algorithmOf(token) !== ALGORITHM) return null
    const { payload } = await jwtVerify(token, key, { ...options, algorithms: [ALGORITHM] })
    return payload
  }

  return {
    verify,
    async roleOf(apiKey) {
      try {
        const claims = await verify(apiKey, { currentDate: new Date(clock()) })
        // A user's token is not an API key, whatever role it names.
        if (claims === null || claims.sub !== undefined) return null
        const { role } = claims
        return role === 'anon' || role === 'service_role' ? role : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    // The key is not a token: the caller decides what that means.
    return undefined
  }
}
