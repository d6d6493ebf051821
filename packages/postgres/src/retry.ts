import { postgresFailure } from './errors.ts'

/** Serialization failure and deadlock: Postgres undid one of two conflicting transactions so that the other could go on. */
const CONFLICTS = new Set(['40001', '40P01'])

/**
 * Runs a transaction, and runs it a second time when Postgres undid it because of a conflict with another one. Nothing of
 * the first attempt is left, and the other transaction has ended by then. As the work may run twice, it must change
 * nothing but the database.
 */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!CONFLICTS.has(postgresFailure(error)?.code ?? '')) throw error
    return transaction()
  }
}
