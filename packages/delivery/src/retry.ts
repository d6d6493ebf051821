const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const FIRST_DELAY_MS = 5 * SECOND_MS
const LONGEST_DELAY_MS = 15 * MINUTE_MS

/** As long as the links in it work; a mail that could not be sent by then is useless. */
export const MAIL_LIFETIME_MS = 24 * HOUR_MS
/** The same for the codes in SMS. */
export const SMS_LIFETIME_MS = 10 * MINUTE_MS

/** For how long it is tried to deliver to a webhook. */
export const WEBHOOK_LIFETIME_MS = 3 * 24 * HOUR_MS
/** The longest back-off of a webhook: one whose receiver is back is tried within this time. */
export const WEBHOOK_LONGEST_DELAY_MS = HOUR_MS

/** How often it is tried to put a message together: another server may be able to, while versions change. */
export const COMPOSE_ATTEMPTS = 3

export type Retry = { kind: 'give-up' } | { kind: 'retry'; inMs: number }

/**
 * When to retry a message that could not be sent: after twice the delay each time, up to a quarter of an hour unless said otherwise. It is
 * given up when its attempts fill its lifetime. They are counted, and no clock is asked: one that is set forward would
 * end them all.
 */
export function nextRetry({ attempts, lifetimeMs, longestDelayMs = LONGEST_DELAY_MS }: Attempts): Retry {
  const delayMs = (attempt: number) =>
    Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20), longestDelayMs)
  let waitedMs = 0
  for (let attempt = 1; attempt < attempts && waitedMs < lifetimeMs; attempt += 1)
    waitedMs += delayMs(attempt)
  return waitedMs >= lifetimeMs ? { kind: 'give-up' } : { kind: 'retry', inMs: delayMs(attempts) }
}

interface Attempts {
  attempts: number
  lifetimeMs: number
  longestDelayMs?: number
}
