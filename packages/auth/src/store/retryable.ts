import { asUnavailable, DatabaseUnavailable, Overloaded, postgresFailure } from '@cairn/postgres/wire/errors'

/** SQLSTATEs of a busy database: statement timeout, serialization failure, deadlock. */
const BUSY = new Set(['57014', '40001', '40P01'])

/** The error, if the caller may retry later: no connection, overloaded, too busy. null for any other error. */
export function asRetryable(thrown: unknown): DatabaseUnavailable | Overloaded | null {
  const error = asUnavailable(thrown)
  if (error instanceof DatabaseUnavailable || error instanceof Overloaded) return error
  if (!BUSY.has(postgresFailure(error)?.code ?? '')) return null
  return new DatabaseUnavailable('The database is too busy to answer.', { cause: error })
}
