import type postgres from 'postgres'
import { Overloaded } from './admission.ts'
import { asUnavailable, DatabaseUnavailable } from './errors.ts'
import type { Pool } from './pool.ts'
import { retryOnConflict } from './retry.ts'

/**
 * The door past row level security: transactions as the user of the given pool, not as a caller.
 *
 * Used by packages/auth (accounts and sessions, as supabase_auth_admin) and apps/server (start-up and health);
 * dependency-cruiser refuses every other import.
 */
export interface Privileged {
  readonly sql: postgres.Sql
  /**
   * Runs the work in one transaction, and retries it after a conflict with another one. Throws
   * {@link DatabaseUnavailable} when the database cannot be reached or is too busy.
   */
  transaction<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T>
  /** Runs one statement, which is a transaction by itself: one round trip instead of three. Throws the same. */
  statement<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

/** What can run a statement: within a transaction or by itself. */
export type Statements = postgres.ISql

/** Opens the privileged door over a pool. */
export function privileged(pool: Pool): Privileged {
  async function admitted<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await pool.admission.run(() => retryOnConflict(work))
    } catch (error) {
      if (error instanceof Overloaded) {
        throw new DatabaseUnavailable('No database connection became free in time.', { cause: error })
      }
      throw asUnavailable(error)
    }
  }

  return {
    sql: pool.sql,
    async transaction<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
      // An object around the result: the driver would take a returned array for a list of queries.
      const { value } = await admitted(() => pool.sql.begin(async (tx) => ({ value: await work(tx) })))
      return value
    },
    statement: (work) => admitted(() => work(pool.sql)),
  }
}
