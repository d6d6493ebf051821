import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '../wire/client.ts'
import type { Connect } from '../wire/primary.ts'
import type { Statements } from '../wire/transaction.ts'

/** Ends work whose commit waits for a standby that is not there. */
export interface CommitWatch {
  /** Watches over work that has lasted for a second, until it is over. */
  watch(work: WorkOnSession): void
}

/** Work that is under way. */
interface WorkOnSession {
  /** The process id of its session in Postgres. */
  readonly pid: number
  /** True when its session was ended while it waited: it is committed here, and on no standby. */
  wasEnded: boolean
  isOver: boolean
}

/** For what commits nothing. */
export const NO_COMMITS: CommitWatch = { watch: () => {} }

const LOOK_AGAIN_MS = 1_000
const CONNECT_WITHIN_MS = 1_000

/**
 * Looks after slow work, over a connection beside the pool's, which sees the sessions of its user. A
 * session that is seen in the wait for its standby twice, a second apart and in the same transaction, is ended, after
 * `onWait` was called. No time-out of Postgres would do it: none is kept during a commit, nor is the client's end noticed.
 * Source: https://www.postgresql.org/docs/current/warm-standby.html#SYNCHRONOUS-REPLICATION
 */
export function watchCommits(connect: Connect, onWait: () => void): CommitWatch {
  const watched = new Set<WorkOnSession>()
  let looking = false

  function pidsUnderWay(): number[] {
    for (const work of watched) if (work.isOver) watched.delete(work)
    return [...watched].map(({ pid }) => pid)
  }

  async function lookOn(): Promise<void> {
    if (looking) return
    looking = true
    let client: Client | null = null
    try {
      client = await connect({ withinMs: CONNECT_WITHIN_MS })
      let before = new Set<string>()
      for (let pids = pidsUnderWay(); pids.length > 0; pids = pidsUnderWay()) {
        const found = await waitingForStandby(client.sql, pids)
        // Since it was asked, a commit may have come back.
        const left = new Set(pidsUnderWay())
        const still = found.filter(({ pid, transaction }) => left.has(pid) && before.has(transaction))
        if (still.length > 0) await end(client.sql, still)
        before = new Set(found.map(({ transaction }) => transaction))
        await wait(LOOK_AGAIN_MS, undefined, { ref: false })
      }
    } catch {
      // There is no connection to spare, or it was lost: the next look may find one.
    } finally {
      await client?.close()
      looking = false
      if (pidsUnderWay().length > 0) setTimeout(() => void lookOn(), LOOK_AGAIN_MS).unref()
    }
  }

  async function end(sql: Statements, still: readonly Session[]): Promise<void> {
    onWait()
    for (const work of watched) work.wasEnded ||= still.some(({ pid }) => pid === work.pid)
    await sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where wait_event = 'SyncRep' and backend_xid::text = any(${still.map(({ transaction }) => transaction)})`
  }

  return {
    watch(work) {
      watched.add(work)
      void lookOn()
    },
  }
}

interface Session {
  pid: number
  transaction: string
}

async function waitingForStandby(sql: Statements, pids: number[]): Promise<readonly Session[]> {
  return sql<Session[]>`
    select pid, backend_xid::text as transaction
    from pg_stat_activity
    where wait_event = 'SyncRep' and pid = any(${pids})`
}
