import { createHmac, randomInt } from 'node:crypto'
import { type Secret, secretsOf } from './secrets.ts'

/** The letters and digits that do not look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10
const HALF = LENGTH / 2
const CODES = 10

/** Recovery codes: each replaces a lost factor once. Some 50 random bits, so that guessing is hopeless. */
export interface RecoveryCodes {
  /** Ten new codes, as users write them: `abcde-fghjk`. */
  make(): string[]
  /** The stored hash of a code; case, spaces and hyphens make no difference. null when it cannot be a code. */
  hash(code: string, userId: string): string | null
  /** The possible stored hashes of a code, including those under former secrets; empty when it cannot be a code. */
  hashes(code: string, userId: string): string[]
}

const PURPOSE = 'recovery codes'

export function createRecoveryCodes(secret: Secret): RecoveryCodes {
  const secrets = secretsOf(secret)
  return {
    make: () => Array.from({ length: CODES }, makeOne),
    hash: (code, userId) => hashWith(secrets.writing(PURPOSE), code, userId),
    hashes: (code, userId) => secrets.reading(PURPOSE).flatMap((key) => hashWith(key, code, userId) ?? []),
  }
}

function hashWith(key: Buffer, code: string, userId: string): string | null {
  const plain = code.toLowerCase().replace(/[\s-]/g, '')
  if (plain.length !== LENGTH) return null
  return createHmac('sha256', key)
    .update(JSON.stringify([userId, plain]))
    .digest('hex')
}

function makeOne(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`
}
