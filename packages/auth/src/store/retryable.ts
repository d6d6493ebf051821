import { Overloaded } from '@cairn/postgres/admission'
import { asUnavailable, DatabaseUnavailable, postgresFailure } from '@cairn/postgres/errors'

/** SQLSTATEs of a database that is there but busy: a statement ran out of time, two transactions were in each other's way. */
const BUSY = new Set(['57014', '40001', '40P01'])

/** The error as one that says "later", if that is what it means: no connection, no turn, too busy. Otherwise null. */
export function asRetryable(thrown: unknown): DatabaseUnavailable | Overloaded | null {
  const error = asUnavailable(thrown)
  if (error instanceof DatabaseUnavailable || error instanceof Overloaded) return error
  if (!BUSY.has(postgresFailure(error)?.code ?? '')) return null
  return new DatabaseUnavailable('The database is too busy to answer.', { cause: error })
}
