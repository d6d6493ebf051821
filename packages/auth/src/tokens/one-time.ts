import { createHash, randomBytes } from 'node:crypto'

/** Tells a link that was asked for by PKCE from others, as the protocol has it. */
const PKCE_PREFIX = 'pkce_'

/** A secret for a mail link or a code for the address bar: 256 random bits. */
export function newOneTimeSecret(flow: 'implicit' | 'pkce' = 'implicit'): string {
  const secret = randomBytes(32).toString('base64url')
  return flow === 'pkce' ? PKCE_PREFIX + secret : secret
}

/** Which flow a link began with. */
export function flowOfSecret(secret: string): 'implicit' | 'pkce' {
  return secret.startsWith(PKCE_PREFIX) ? 'pkce' : 'implicit'
}

/** What is stored of a secret. It has 256 bits of its own, so a plain hash gives nothing away. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
