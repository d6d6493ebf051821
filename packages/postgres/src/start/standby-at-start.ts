import { type Connect, createConnect } from '../wire/primary.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import type { Statements } from '../wire/transaction.ts'
import type { Patience } from './patience.ts'
import { StartBlocked } from './start-lock.ts'

const CONNECT_WITHIN_MS = 5_000
/** A standby that has to confirm a commit may be far away. */
const COMMITTED_WITHIN_MS = 3_000

/**
 * Waits until a commit comes back. Where Postgres waits for a synchronous standby that is not there, it would keep the
 * start for ever. Throws `StartBlocked` when the patience is at its end.
 */
export async function waitForStandby(
  sql: Statements,
  primary: ConnectionTarget,
  patience: Patience,
): Promise<void> {
  const [row] = await sql<{ names: string }[]>`select current_setting('synchronous_standby_names') as names`
  if (row === undefined || row.names === '') return
  const what = `Postgres confirms no write: it waits for a synchronous standby (synchronous_standby_names is ${row.names})`
  const connect = createConnect(primary, { name: 'cairn start' })
  const deadline = performance.now() + patience.withinMs
  for (let first = true; !(await commitComesBack(sql, connect)); first = false) {
    if (performance.now() >= deadline) {
      throw new StartBlocked(
        `${what}. Start the standby, or take it out of synchronous_standby_names, and start again.`,
      )
    }
    if (first) patience.onWait(`${what}.`)
  }
}

/**
 * Commits a record that nobody reads, over a separate connection. False when that takes too long: then `sql` ends its
 * session, which would not notice that its client has gone.
 */
async function commitComesBack(sql: Statements, connect: Connect): Promise<boolean> {
  const client = await connect({ withinMs: CONNECT_WITHIN_MS })
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    sql`select pg_terminate_backend(${client.pid})`.catch(() => client.destroy())
  }, COMMITTED_WITHIN_MS)
  try {
    await client.sql`select pg_logical_emit_message(true, 'cairn', '')`
    return true
  } catch (error) {
    if (isLate) return false
    throw error
  } finally {
    clearTimeout(late)
    client.destroy()
  }
}
