import type { Coverage, CoverageHistory } from '@cairn/workspace/port/records/gaps'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const COMPARED_WEEKS = 12
/** A line through fewer weeks would promise more than is known. */
const MIN_WEEKS = 2

export interface Trend {
  /** The share of all records, in whole percent. */
  percent: number
  /** The growth in points, and its weeks; null where less than two weeks are known. */
  change: { points: number; weeks: number } | null
  /** The points from the oldest week until now: the time, from 0 to 1, and the share. */
  line: readonly { at: number; share: number }[]
}

/** The measured part: records with an owner, or with a backup person. */
export type Part = 'withOwner' | 'withSecond'

/** Returns a share and its history; null without a record. */
export function coverageTrend(
  history: Pick<CoverageHistory, 'weeks' | 'now'>,
  part: Part,
  nowMs: number,
): Trend | null {
  const { weeks, now } = history
  if (now.records === 0) return null
  const percent = wholePercent(now, part)
  const compared = comparedWeek(weeks, nowMs)
  if (compared === null) return { percent, change: null, line: [] }
  const began = weeks[0]?.at.getTime() ?? nowMs
  return {
    percent,
    change: { points: percent - wholePercent(compared.week, part), weeks: compared.weeks },
    line: [...weeks.map((week) => ({ ...week, ms: week.at.getTime() })), { ...now, ms: nowMs }].map(
      (point) => ({
        at: (point.ms - began) / (nowMs - began),
        share: point[part] / point.records,
      }),
    ),
  }
}

/** Returns the week twelve weeks ago, or the oldest one where the account is younger. */
function comparedWeek(weeks: CoverageHistory['weeks'], nowMs: number) {
  const weeksSince = (at: Date) => Math.floor((nowMs - at.getTime()) / WEEK_MS)
  const week = weeks.findLast(({ at }) => weeksSince(at) >= COMPARED_WEEKS) ?? weeks[0]
  if (week === undefined || weeksSince(week.at) < MIN_WEEKS) return null
  return { week, weeks: weeksSince(week.at) }
}

/** Rounds to whole percent. Only all records are 100, and only none are 0. */
export function wholePercent(coverage: Coverage, part: Part): number {
  const share = coverage[part] / coverage.records
  if (share === 0 || share === 1) return share * 100
  return Math.min(99, Math.max(1, Math.round(share * 100)))
}
