import { setTimeout as wait } from 'node:timers/promises'
import { postgresFailure } from '../wire/errors.ts'

/**
 * Serialization failure and deadlock: Postgres undid one of two conflicting transactions so that the other could go on.
 */
const CONFLICTS = new Set(['40001', '40P01'])
const ATTEMPTS = 3
const PAUSE_MS = 20

/**
 * Runs a transaction, and runs it again when Postgres undid it because of a conflict with another one; after the third
 * conflict the error is thrown. Nothing of a failed attempt is left. As the work may run several times, it must change
 * nothing but the database.
 *
 * The pause before each retry lets the other transaction take the lock that it waited for. Without it a retry can take
 * that lock first, and both deadlock again.
 */
export async function retryOnConflict<T>(transaction: () => Promise<T>, random = Math.random): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS || !CONFLICTS.has(postgresFailure(error)?.code ?? '')) throw error
      await wait(PAUSE_MS * attempt * (1 + random()))
    }
  }
}
