import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import { postgresFailure } from '../wire/errors.ts'
import { createConnect } from '../wire/primary.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import type { Statements } from '../wire/transaction.ts'
import type { Patience } from './patience.ts'
import { StartBlocked } from './start-lock.ts'

/** Watches which session makes a start wait at a lock. */
export interface LockWatch {
  /** A sentence about the wait that `error` ended; null when it was no wait for a lock that took too long. */
  explain(error: unknown): string | null
}

const LOOK_FIRST_AFTER_MS = 500
const LOOK_AGAIN_MS = 250
const CONNECT_WITHIN_MS = 2_000
/** The minimum patience of a start: it waits for statements of others that are about to end. */
const LEAST_MS = 5_000
const LOCK_NOT_AVAILABLE = '55P03'

const withinMsOf = ({ withinMs }: Patience): number => Math.max(withinMs, LEAST_MS)

/** Bounds every wait for a lock in this transaction. */
export async function boundLockWaits(tx: Statements, patience: Patience): Promise<void> {
  await tx`select set_config('lock_timeout', ${String(withinMsOf(patience))}, true)`
}

/**
 * Does the work of a start in its transaction. No wait for a lock lasts longer than the patience; each is reported
 * once, with the holder of the lock, which another connection looks up meanwhile. `what` begins that sentence.
 *
 * Throws {@link StartBlocked} for a wait that took too long, and the errors of the work.
 */
export async function withBoundedLockWaits<T>(
  tx: Statements,
  options: { target: ConnectionTarget; patience: Patience; what: string },
  work: (watch: LockWatch) => Promise<T>,
): Promise<T> {
  const { patience, what } = options
  await boundLockWaits(tx, patience)
  const [self] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
  const over = new AbortController()
  let holder: string | null = null
  const looking = look(self?.pid ?? 0, options.target, over.signal, (found) => {
    if (found === holder) return
    holder = found
    patience.onWait(`${what} waits for a lock of ${found}.`)
  })
  const watch: LockWatch = {
    explain(error) {
      if (postgresFailure(error)?.code !== LOCK_NOT_AVAILABLE) return null
      const seconds = Math.round(withinMsOf(patience) / 1_000)
      return `waited ${seconds} s for a lock of ${holder ?? 'another session (see pg_stat_activity)'}. ${TO_DO}`
    },
  }
  try {
    return await work(watch)
  } catch (error) {
    const reason = watch.explain(error)
    throw reason === null ? error : new StartBlocked(`${what} ${reason}`, { cause: error })
  } finally {
    over.abort()
    await looking
  }
}

const TO_DO =
  'Wait until it has ended, or end it with select pg_terminate_backend(<its number>), and start again.'

/** Looks repeatedly for the session that this one waits for. Where looking fails, the message only lacks a name. */
async function look(
  pid: number,
  target: ConnectionTarget,
  signal: AbortSignal,
  onFound: (holder: string) => void,
): Promise<void> {
  let client: Client | null = null
  try {
    await wait(LOOK_FIRST_AFTER_MS, undefined, { signal })
    client = await createConnect(target, { name: 'cairn start' })({ withinMs: CONNECT_WITHIN_MS })
    while (!signal.aborted) {
      const holder = await holderOf(client.sql, pid)
      if (holder !== null) onFound(holder)
      await wait(LOOK_AGAIN_MS, undefined, { signal })
    }
  } catch {
    // The work is over, or the database cannot be asked.
  } finally {
    await client?.close()
  }
}

async function holderOf(sql: Statements, pid: number): Promise<string | null> {
  const [holder] = await sql<{ pid: number; name: string; user: string; since: Date }[]>`
    select a.pid, a.application_name as name, a.usename as user, coalesce(a.xact_start, a.backend_start) as since
    from unnest(pg_blocking_pids(${pid})) as blocking (pid)
    join pg_stat_activity a on a.pid = blocking.pid
    order by since
    limit 1`
  if (holder === undefined) return null
  const named = holder.name === '' ? '' : `, ${holder.name}`
  return `process ${holder.pid} of Postgres (user ${holder.user}${named}), in a transaction since ${holder.since.toISOString()}`
}
