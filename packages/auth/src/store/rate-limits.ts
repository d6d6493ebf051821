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
  const [row] = await tx<[{ hits: number; seconds_left: number }]>`
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
        else r.window_started_at
      end
    returning
      hits,
      ceil(extract(epoch from window_started_at + make_interval(secs => ${limit.windowSeconds}) - now()))::int
        as seconds_left`
  return row.hits > limit.limit ? Math.max(row.seconds_left, 1) : null
}

/** Resets the counter of this subject. */
export async function resetHits(tx: Transaction, limit: RateLimit, subject: string): Promise<void> {
  await tx`delete from auth.rate_limits where bucket = ${limit.bucket} and subject = ${subject}`
}
