import type postgres from 'postgres'

/** An object that runs statements: within a transaction or by itself. */
export type Statements = postgres.ISql

/**
 * Does the work in one transaction. `sql` has to be one connection that nobody else uses meanwhile, because "begin" is
 * not awaited. Rejects with the error of the work, after a rollback, and when Postgres rolled back instead of
 * committing.
 *
 * The driver's own `begin` (3.4) sends a rollback over a connection that is gone, which ends the process. Source:
 * https://github.com/porsager/postgres/issues/1208
 */
export async function inTransaction<T>(sql: Statements, work: (tx: Statements) => Promise<T>): Promise<T> {
  const begun = sql.unsafe('begin').execute()
  // "begin" fails only with its connection, and then the work fails too.
  begun.catch(() => {})
  let value: T
  try {
    value = await work(sql)
    await begun
  } catch (error) {
    // Where this fails the connection is gone, and Postgres has rolled back.
    await sql.unsafe('rollback').catch(() => {})
    throw error
  }
  const { command } = await sql.unsafe('commit')
  if (command !== 'COMMIT') {
    throw new Error(
      'The transaction was rolled back: one of its statements had failed, and its error was dropped.',
    )
  }
  return value
}
