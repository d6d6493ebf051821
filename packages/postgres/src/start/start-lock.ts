import { setTimeout as wait } from 'node:timers/promises'
import type { Statements } from '../wire/transaction.ts'
import type { Patience } from './patience.ts'

/** Another session kept a start from going on for longer than it has patience. The message says which one. */
export class StartBlocked extends Error {
  override name = 'StartBlocked'
}

const AGAIN_AFTER_MS = 200
/** Starts that begin together wait for each other, however little patience they have. */
const LEAST_MS = 5_000

/**
 * Takes a lock of this database for the rest of the transaction. `what` says what its holder does, in a sentence such as
 * "Another start <what>". Throws {@link StartBlocked} when it is not free in time.
 */
export async function lockForStart(
  tx: Statements,
  lock: number,
  what: string,
  patience: Patience,
): Promise<void> {
  const { onWait } = patience
  const withinMs = Math.max(patience.withinMs, LEAST_MS)
  const deadline = performance.now() + withinMs
  for (let first = true; ; first = false) {
    const [answer] = await tx<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${lock}) as taken`
    if (answer?.taken === true) return
    const holder = await holderOf(tx, lock)
    if (performance.now() >= deadline) {
      throw new StartBlocked(
        `Another start ${what}, for longer than ${Math.round(withinMs / 1_000)} s (${holder}). Wait for it, or end it ` +
          'with select pg_terminate_backend(<its number>).',
      )
    }
    if (first) onWait(`Another start ${what} (${holder}).`)
    await wait(AGAIN_AFTER_MS)
  }
}

async function holderOf(tx: Statements, lock: number): Promise<string> {
  const [holder] = await tx<{ pid: number; name: string | null }[]>`
    select l.pid, a.application_name as name
    from pg_locks l
    left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory'
      and l.granted
      and l.database = (select oid from pg_database where datname = current_database())
      and ((l.classid::bigint << 32) | l.objid::bigint) = ${lock}::bigint
    limit 1`
  return holder === undefined ? 'it has just ended' : `process ${holder.pid} of Postgres, ${holder.name}`
}
