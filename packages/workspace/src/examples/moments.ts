const MINUTE_MS = 60_000

export const HOUR = 60
export const DAY = 24 * HOUR

/** A moment by its distance, so that guests always find something recent. */
export function minutesAgo(minutes: number): Date {
  return new Date(Date.now() - minutes * MINUTE_MS)
}

/** The account that guests look into. */
export const DEMO_ACCOUNT_ID = 'demo-account'
