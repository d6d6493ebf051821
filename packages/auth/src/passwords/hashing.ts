import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createAdmission, type Load } from '@cairn/postgres/pool/admission'
import { compare, genSalt, hash } from 'bcrypt'
import { isUsablePassword } from './strength.ts'

/** Cost and version of Supabase Auth, so that accounts can move between the two. */
const COST = 10
const VERSION = 'a'
const MAX_QUEUED = 200
const MAX_WAIT_MS = 3_000

/**
 * Hashing costs a core for 50 ms: it happens off the main thread, and with no more hashes at once than there are cores
 * (`atOnce`, where several processes share them). The requesters (`asker`: a network, or a signed-in user) take turns,
 * so that many guesses of one network wait for each other.
 */
export interface Passwords {
  /** Throws Overloaded when too many are waiting. */
  hash(password: string, asker: string): Promise<string>
  /**
   * Whether the hash is of this password. `null` stands for an account that does not exist or has no password: the answer
   * is no, after as much work. Throws Overloaded.
   */
  matches(password: string, passwordHash: string | null, asker: string): Promise<boolean>
  /** The number of passwords that are being hashed, and of those that wait. */
  load(): Load
}

/** The requester for work of the operator. */
export const OPERATOR = 'operator'

export async function createPasswords(
  atOnce: number = availableParallelism(),
  cost: number = COST,
): Promise<Passwords> {
  const admission = createAdmission({
    concurrency: atOnce,
    maxQueued: MAX_QUEUED,
    maxWaitMs: MAX_WAIT_MS,
  })
  const inTurn = <T>(asker: string, work: () => Promise<T>) =>
    admission.run(work, [{ name: asker, most: atOnce }])
  const hashOf = async (password: string) => hash(password, await genSalt(cost, VERSION))
  const dummyHash = await hashOf(randomBytes(32).toString('base64url'))

  return {
    hash: (password, asker) => inTurn(asker, () => hashOf(password)),
    async matches(password, passwordHash, asker) {
      const same = await inTurn(asker, () => compare(password, withKnownVersion(passwordHash ?? dummyHash)))
      return same && passwordHash !== null && isUsablePassword(password)
    },
    load: admission.load,
  }
}

/** Renames PHP's version of a hash, which all others call 2b. */
function withKnownVersion(passwordHash: string): string {
  return passwordHash.replace(/^\$2y\$/, '$2b$')
}
