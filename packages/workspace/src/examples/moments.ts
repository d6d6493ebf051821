const MINUTE_MS = 60_000

export const HOUR = 60
export const DAY = 24 * HOUR

/** A moment by its distance, so that guests always find something recent. */
export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * MINUTE_MS)
}

/** A day so many days ahead: `2026-03-01`. */
export function dayAhead(days: number): string {
  return minutesAgo(-days * DAY)
    .toISOString()
    .slice(0, 10)
}

/** The account that guests look into. */
export const DEMO_ACCOUNT_ID = 'demo-account'
