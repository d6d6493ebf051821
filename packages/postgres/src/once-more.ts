import { postgresFailure } from './errors.ts'

/** SQLSTATEs by which Postgres ends one of two transactions that were in each other's way. */
const IN_THE_WAY = new Set(['40001', '40P01'])

/**
 * Does a transaction once more when it was the one that had to give way. Nothing of the first attempt is left, for it
 * was rolled back whole, and the other transaction is done by then. The work may run twice, so it changes nothing but the
 * database.
 */
export async function onceMore<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!IN_THE_WAY.has(postgresFailure(error)?.code ?? '')) throw error
    return transaction()
  }
}
