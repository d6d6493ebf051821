import { keepTime } from './clock.ts'
import type { Transaction } from './transaction.ts'

/** At most `limit` hits in a window, which begins with the first hit. */
export interface RateLimit {
  bucket: string
  limit: number
  windowSeconds: number
}

/** The seconds to wait, or null within the limit. */
export type Wait = number | null

/**
 * Counts a hit for this subject. The counter is locked until the transaction ends, so concurrent requests for the same
 * subject wait for each other; a rollback takes the hit back.
 */
export async function countHit(tx: Transaction, limit: RateLimit, subject: string): Promise<Wait> {
  // Sent together, and run in this order.
  const [, [row]] = await Promise.all([keepTime(tx), hit(tx, limit, subject)])
  return row.hits > limit.limit ? Math.max(row.seconds_left, 1) : null
}

function hit(tx: Transaction, limit: RateLimit, subject: string) {
  return tx<[{ hits: number; seconds_left: number }]>`
    insert into auth.rate_limits as r (bucket, subject, window_started_at, hits)
    values (${limit.bucket}, ${subject}, now(), 1)
    on conflict (bucket, subject) do update
    set
      hits = case
        when r.window_started_at <= now() - make_interval(secs => ${limit.windowSeconds}) then 1
        else least(r.hits, ${limit.limit}) + 1
      end,
      window_started_at = case
        when r.window_started_at <= now() - make_interval(secs => ${limit.windowSeconds}) then now()
        -- Set back, the clock would make it last: it ends no later than a whole window from now.
        else least(r.window_started_at, now())
      end
    returning
      hits,
      ceil(extract(epoch from window_started_at + make_interval(secs => ${limit.windowSeconds}) - now()))::int
        as seconds_left`
}

/** Takes a hit back that should not have counted. */
export async function uncountHit(tx: Transaction, limit: RateLimit, subject: string): Promise<void> {
  await tx`
    update auth.rate_limits set hits = greatest(hits - 1, 0)
    where bucket = ${limit.bucket} and subject = ${subject}`
}

/** Resets the counter of this subject. */
export async function resetHits(tx: Transaction, limit: RateLimit, subject: string): Promise<void> {
  await tx`delete from auth.rate_limits where bucket = ${limit.bucket} and subject = ${subject}`
}
