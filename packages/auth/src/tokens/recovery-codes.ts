import { createHmac, randomInt } from 'node:crypto'
import { deriveKey } from './sealing.ts'

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10
const HALF = LENGTH / 2
const CODES = 10

/** Recovery codes: each replaces a lost factor once. Some 50 random bits, so that guessing is hopeless. */
export interface RecoveryCodes {
  /** Ten new codes, as users write them: `abcde-fghjk`. */
  make(): string[]
  /** What is stored of a code; capitals, spaces and hyphens make no difference. null when it cannot be a code. */
  hash(code: string, userId: string): string | null
}

export function createRecoveryCodes(secret: Uint8Array): RecoveryCodes {
  const key = deriveKey(secret, 'recovery codes')
  return {
    make: () => Array.from({ length: CODES }, makeOne),
    hash(code, userId) {
      const plain = code.toLowerCase().replace(/[\s-]/g, '')
      if (plain.length !== LENGTH) return null
      return createHmac('sha256', key)
        .update(JSON.stringify([userId, plain]))
        .digest('hex')
    },
  }
}

function makeOne(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}
