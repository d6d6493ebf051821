import type { Progress } from '../pool/answering.ts'
import { createGathering } from '../pool/gathering.ts'
import type { Pool } from '../pool/pool.ts'
import type { BatchStatement } from '../wire/batch.ts'

/** How far the primary was when it was asked: what had been committed by then lies before it. */
export interface Committed extends Progress {
  /** The LSN as a number, to compare. */
  at: bigint
  /** By so much its clock is ahead of ours. */
  clockAheadMs: number
}

/**
 * The LSN of what was inserted last, and not of what was flushed: a commit that does not wait for the disk counts too.
 * Source: https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADMIN-BACKUP
 */
const ASK: BatchStatement = {
  text: `
    select
      lsn,
      lsn - '0/0'::pg_lsn as at,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
      extract(epoch from clock_timestamp()) * 1000 as now
    from pg_current_wal_insert_lsn() as lsn`,
  values: [],
  prepare: true,
}

const MOST_TOGETHER = 10_000
const MOST_WAITING = 10_000

/**
 * Asks the primary how far it is, after the call: all who ask while an answer is under way share the next one. Rejects
 * as `Pool.run` does.
 */
export function createCommitted(primary: Pick<Pool, 'run'>): () => Promise<Committed> {
  const gathered = createGathering<null, Committed>({
    async send(items) {
      const found = await primary.run(async ({ batches }) => {
        const asked = Date.now()
        const [row] = await batches.run([ASK])
        return { row, at: (asked + Date.now()) / 2 }
      })
      const committed = committedOf(found.row ?? {}, found.at)
      return items.map(() => committed)
    },
    most: MOST_TOGETHER,
    atOnce: 1,
    maxWaiting: MOST_WAITING,
  })
  return () => gathered(null)
}

function committedOf(row: Record<string, unknown>, asked: number): Committed {
  const { lsn, at, timeline, now } = row
  return {
    lsn: String(lsn),
    at: BigInt(String(at)),
    timeline: String(timeline),
    clockAheadMs: Number(now) - asked,
  }
}
