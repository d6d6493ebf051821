const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const FIRST_DELAY_MS = 5 * SECOND_MS
const LONGEST_DELAY_MS = 15 * MINUTE_MS

/** As long as the links in it work; a mail that could not be sent by then is useless. */
export const MAIL_LIFETIME_MS = 24 * HOUR_MS
/** The same for the codes in SMS. */
export const SMS_LIFETIME_MS = 10 * MINUTE_MS

/** How often it is tried to put a message together: another server may be able to, while versions change. */
export const COMPOSE_ATTEMPTS = 3

export type Retry = { kind: 'give-up' } | { kind: 'retry'; inMs: number }

/**
 * When to retry a message that could not be sent: after twice the delay each time, up to a quarter of an hour. It is
 * given up when its attempts fill its lifetime. They are counted, and no clock is asked: one that is set forward would
 * end them all.
 */
export function nextRetry({ attempts, lifetimeMs }: { attempts: number; lifetimeMs: number }): Retry {
  let waitedMs = 0
  for (let attempt = 1; attempt < attempts && waitedMs < lifetimeMs; attempt += 1)
    waitedMs += delayMs(attempt)
  return waitedMs >= lifetimeMs ? { kind: 'give-up' } : { kind: 'retry', inMs: delayMs(attempts) }
}

function delayMs(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_DELAY_MS)
}
