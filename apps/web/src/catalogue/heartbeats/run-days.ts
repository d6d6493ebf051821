import type { RunDay } from '@cairn/workspace/port/records/heartbeats'

const DAY_MS = 24 * 60 * 60 * 1000
export const CHART_DAYS = 90

/** A day of the chart. */
export interface ChartDay {
  /** As 2026-12-31. */
  day: string
  runs: number
  failures: number
  /** Null where no run reported start and end. */
  average: number | null
  longest: number | null
}

/** The last 90 days, each of them, the oldest first. Days are those of UTC, as runs are counted. */
export function chartDays(days: readonly RunDay[], nowMs: number): readonly ChartDay[] {
  const known = new Map(days.map((day) => [day.day, day]))
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = new Date(nowMs - (CHART_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    const { successes = 0, failures = 0, timed = 0, seconds = 0, longest = 0 } = known.get(day) ?? {}
    return {
      day,
      runs: successes + failures,
      failures,
      average: timed > 0 ? seconds / timed : null,
      longest: timed > 0 ? longest : null,
    }
  })
}
