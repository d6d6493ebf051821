import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a caller gave the secret. Hashed first, so that neither length nor content of it shows in the time it takes. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
