import { type GrowingPauses, nextTurn } from '../rules/growing-pauses.ts'
import { keepTime } from './clock.ts'
import type { Transaction } from './transaction.ts'

/** A limit with pauses, and whose it is. */
export interface Paused extends GrowingPauses {
  bucket: string
}

/** A hit that may happen, and what it takes to give it back. */
export interface TakenTurn {
  kind: 'turn'
  hits: number
  /** By how much it moved the moment from which time is counted; 0 where it did not. */
  movedSeconds: number
}

/**
 * Counts a hit for this subject, or says for how many seconds nothing is let through; then it does not count. Concurrent
 * requests for the same subject wait for each other, on all servers.
 */
export async function takeTurn(
  tx: Transaction,
  limit: Paused,
  subject: string,
): Promise<TakenTurn | { kind: 'pause'; seconds: number }> {
  // Sent together, and run in this order.
  const [, [counted]] = await Promise.all([keepTime(tx), lock(tx, limit, subject)])
  const turn = nextTurn(counted, limit)
  if (turn.kind === 'pause') return turn
  await tx`
    update auth.rate_limits
    set hits = ${turn.hits}, window_started_at = case when ${turn.restarts} then now() else window_started_at end
    where bucket = ${limit.bucket} and subject = ${subject}`
  return { kind: 'turn', hits: turn.hits, movedSeconds: turn.restarts ? counted.ageSeconds : 0 }
}

function lock(tx: Transaction, { bucket }: Paused, subject: string) {
  return tx<[{ hits: number; ageSeconds: number }]>`
    insert into auth.rate_limits as r (bucket, subject, window_started_at, hits)
    values (${bucket}, ${subject}, now(), 0)
    -- Set back, the clock would make a pause last: it ends no later than a whole one from now.
    on conflict (bucket, subject) do update set window_started_at = least(r.window_started_at, now())
    returning hits, extract(epoch from now() - window_started_at)::float8 as "ageSeconds"`
}

/** Takes a hit back that should not have counted, with the pause that it began. */
export async function giveTurnBack(
  tx: Transaction,
  { bucket, free }: Paused,
  subject: string,
  { hits, movedSeconds }: TakenTurn,
): Promise<void> {
  await tx`
    update auth.rate_limits
    set
      hits = hits - 1,
      window_started_at = case
        when hits = ${hits} and hits >= ${free} then window_started_at - make_interval(secs => ${movedSeconds})
        else window_started_at
      end
    where bucket = ${bucket} and subject = ${subject} and hits > 0`
}
