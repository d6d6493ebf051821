import type { Connection } from '../pool/connections.ts'
import { openPool } from '../pool/pool.ts'
import type { PoolLoad } from '../pool/pool-load.ts'
import type { Requester } from '../pool/shares.ts'
import type { Endpoint } from '../wire/dial.ts'
import { createConnect } from '../wire/primary.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import type { Committed } from './committed.ts'
import { watchReplay } from './replay-watch.ts'

/** A replica: whether it may answer, and connections to it. */
export interface Replica {
  /** False while it is unavailable or lags. */
  isUp(): boolean
  /** The same, and false while its clock differs from that of the primary. */
  mayAnswer(committed: Committed): boolean
  /** Whether it is known to have replayed the commits. */
  isThere(committed: Committed): boolean
  /** Waits a little for the replay; a replica that does not make it is not used until it has caught up. */
  catchUp(committed: Committed): Promise<boolean>
  /** Runs work. Rejects as `Pool.run` does, and as soon as the replica becomes unavailable. */
  run<T>(work: (connection: Connection) => Promise<T>, requester?: Requester): Promise<T>
  load(): PoolLoad
  close(graceSeconds: number): Promise<void>
}

export interface ReplicaChange {
  endpoint: Endpoint
  /** Null when it answers; otherwise the reason why it does not. */
  away: unknown
}

/** The longest wait of a read for the replay; the primary answers sooner. */
const REPLAYS_WITHIN_MS = 100
/**
 * The allowed difference of the clocks, because views and policies compare with the time of the Postgres that answers.
 */
const CLOCK_APART_MS = 1_000

/**
 * Opens a replica. `onChange` is called when it answers for the first time or again, and when it becomes unavailable.
 */
export function openReplica(
  target: ConnectionTarget,
  size: number,
  onChange: (change: ReplicaChange) => void,
): Replica {
  const endpoint = { host: target.host, port: target.port }
  const pool = openPool({ target, size, name: 'cairn reads', standby: true })
  let isAway: boolean | null = null
  /** The LSN that it did not replay in time. */
  let missed = 0n
  const watch = watchReplay(createConnect(target, { name: 'cairn replay', standby: true }), (away) => {
    if (away !== null) leave(away instanceof Error ? away : new Error(String(away)))
    if (isAway === (away !== null)) return
    isAway = away !== null
    onChange({ endpoint, away })
  })
  const underWay = new Set<(cause: Error) => void>()

  /** Stops using the replica. The primary answers the pending requests. */
  function leave(cause: Error): void {
    pool.cut(cause)
    for (const giveUp of [...underWay]) giveUp(cause)
  }

  function isUp(): boolean {
    const known = watch.known()
    return known !== null && known >= missed
  }

  return {
    isUp,
    mayAnswer: ({ clockAheadMs }) => isUp() && Math.abs(watch.clockAheadMs() - clockAheadMs) < CLOCK_APART_MS,
    isThere: ({ at }) => (watch.known() ?? -1n) >= at,
    async catchUp({ at }) {
      const reached = await watch.reach(at, REPLAYS_WITHIN_MS)
      if (!reached && at > missed) missed = at
      return reached
    },
    run(work, requester) {
      return new Promise((resolve, reject) => {
        underWay.add(reject)
        pool
          .run(work, requester)
          .then(resolve, reject)
          .finally(() => underWay.delete(reject))
      })
    },
    load: pool.load,
    async close(graceSeconds) {
      await Promise.all([watch.close(), pool.close(graceSeconds)])
    },
  }
}
