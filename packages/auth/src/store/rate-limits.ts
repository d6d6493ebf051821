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

/** Whether this subject has hits in its present window. */
export async function hasHits(tx: Transaction, limit: RateLimit, subject: string): Promise<boolean> {
  const rows = await tx`
    select from auth.rate_limits
    where bucket = ${limit.bucket} and subject = ${subject} and hits > 0
      and window_started_at > now() - make_interval(secs => ${limit.windowSeconds})`
  return rows.count > 0
}

/** So many hits at once; each further one waits twice as long as the one before. */
export interface SpacedLimit {
  bucket: string
  atOnce: number
  firstPauseSeconds: number
  /** The time after which the count begins again. */
  windowSeconds: number
}

/**
 * Counts a hit for this subject if it is not too early; the seconds to wait otherwise, and then it does not count. Concurrent
 * requests for the same subject wait for each other.
 */
export async function countSpacedHit(tx: Transaction, limit: SpacedLimit, subject: string): Promise<Wait> {
  const { bucket, atOnce, firstPauseSeconds, windowSeconds } = limit
  await keepTime(tx)
  await tx`
    insert into auth.rate_limits (bucket, subject, window_started_at, hits) values (${bucket}, ${subject}, now(), 0)
    on conflict (bucket, subject) do update
    set
      hits = case
        when rate_limits.window_started_at <= now() - make_interval(secs => ${windowSeconds}) then 0
        else rate_limits.hits
      end,
      window_started_at = case
        when rate_limits.window_started_at <= now() - make_interval(secs => ${windowSeconds}) then now()
        else least(rate_limits.window_started_at, now())
      end`
  const [row] = await tx<[{ hits: number; age: number }]>`
    select hits, extract(epoch from now() - window_started_at)::float8 as age from auth.rate_limits
    where bucket = ${bucket} and subject = ${subject}`
  const pauses = Math.max(row.hits + 1 - atOnce, 0)
  const dueAfter = firstPauseSeconds * (2 ** Math.min(pauses, 20) - 1)
  if (row.age < dueAfter) return Math.max(Math.ceil(Math.min(dueAfter, windowSeconds) - row.age), 1)
  await tx`update auth.rate_limits set hits = hits + 1 where bucket = ${bucket} and subject = ${subject}`
  return null
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
