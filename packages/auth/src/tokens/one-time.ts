import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { type Secret, secretsOf } from './secrets.ts'

/** Marks the token of a link that was requested with PKCE, as in Supabase Auth. */
const PKCE_PREFIX = 'pkce_'
const CODE_DIGITS = 6

/** A secret for a mail link, or an authorization code: 256 random bits. */
export function newOneTimeSecret(flow: 'implicit' | 'pkce' = 'implicit'): string {
  const secret = randomBytes(32).toString('base64url')
  return flow === 'pkce' ? PKCE_PREFIX + secret : secret
}

/** The flow by which a link was requested. */
export function flowOfSecret(secret: string): 'implicit' | 'pkce' {
  return secret.startsWith(PKCE_PREFIX) ? 'pkce' : 'implicit'
}

/** The stored hash of a secret. The secret has 256 random bits, so a plain hash gives nothing away. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Codes that users type: six digits, sent to one address. */
export interface OneTimeCodes {
  make(): string
  /**
   * The stored hash of a code. It is keyed, because an attacker who reads the database could try all codes against a
   * plain hash.
   */
  hash(code: string, sentTo: string): string
  /** The possible stored hashes of a code, including those under the former secret. */
  hashes(code: string, sentTo: string): string[]
}

const PURPOSE = 'one-time codes'

export function createOneTimeCodes(secret: Secret): OneTimeCodes {
  const secrets = secretsOf(secret)
  const hashWith = (key: Buffer, code: string, sentTo: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([sentTo, code]))
      .digest('hex')
  return {
    make: () => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
    hash: (code, sentTo) => hashWith(secrets.writing(PURPOSE), code, sentTo),
    hashes: (code, sentTo) => secrets.reading(PURPOSE).map((key) => hashWith(key, code, sentTo)),
  }
}
