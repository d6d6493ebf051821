import type { Client } from '../wire/client.ts'
import { databaseTakesNoWrites, postgresFailure, READ_ONLY } from '../wire/errors.ts'
import { inTransaction, type Statements } from '../wire/transaction.ts'
import type { Pool } from './pool.ts'

/**
 * The door past row level security: transactions as the user of the given pool, not as a caller.
 *
 * Used by packages/auth (accounts and sessions, as supabase_auth_admin), packages/delivery (its queue), packages/jobs (leases and failures) and apps/server
 * (start-up and health);
 * dependency-cruiser refuses every other import.
 */
export interface Privileged {
  /**
   * Runs the work in one transaction, and retries it after a conflict with another one. Throws `DatabaseUnavailable`
   * when the database cannot be reached or is too busy.
   */
  transaction<T>(work: (tx: Statements) => Promise<T>): Promise<T>
  /** Runs one statement, which is a transaction by itself: one round trip instead of three. Throws the same. */
  statement<T>(work: (sql: Statements) => Promise<T>): Promise<T>
}

export type { Statements }

/** Opens the privileged door over a pool. */
export function privileged(pool: Pool): Privileged {
  async function writable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw postgresFailure(error)?.code === READ_ONLY ? databaseTakesNoWrites(error) : error
    }
  }

  return {
    transaction: (work) => writable(() => pool.run(({ sql }) => inTransaction(sql, work))),
    statement: (work) => writable(() => pool.run(({ sql }) => work(sql))),
  }
}

/** The same door over one connection, for work that is done step by step: an operator's command. */
export const privilegedBy = ({ sql }: Pick<Client, 'sql'>): Privileged => ({
  transaction: (work) => inTransaction(sql, work),
  statement: (work) => work(sql),
})
