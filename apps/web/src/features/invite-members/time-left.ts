const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long it is until then: 'in 6 days', 'in 3 hours'; the last hour counts as one. */
export function timeLeft(date: Date, nowMs: number, language: string): string {
  const leftMs = date.getTime() - nowMs
  const format = new Intl.RelativeTimeFormat(language)
  return leftMs >= DAY_MS
    ? format.format(Math.floor(leftMs / DAY_MS), 'day')
    : format.format(Math.max(1, Math.floor(leftMs / HOUR_MS)), 'hour')
}
