import type { CoverageHistory } from '@cairn/workspace/port/records/gaps'
import { describe, expect, test } from 'vitest'
import { coverageTrend } from './coverage-trend.ts'

const NOW = Date.UTC(2026, 4, 20)
const weekAgo = (weeks: number, withOwner: number, records = 200) => ({
  at: new Date(NOW - weeks * 7 * 86_400_000 - 3_600_000),
  records,
  withOwner,
  withSecond: 0,
})
const history = (withOwner: number, weeks: CoverageHistory['weeks'], records = 200): CoverageHistory => ({
  kinds: {},
  now: { records, withOwner, withSecond: 0 },
  weeks,
})
const trendOf = (given: CoverageHistory) => coverageTrend(given, 'withOwner', NOW)

describe('the trend of a share', () => {
  test('compares with twelve weeks ago', () => {
    const trend = trendOf(history(184, [weekAgo(20, 20), weekAgo(12, 176), weekAgo(11, 190)]))
    expect(trend).toMatchObject({ percent: 92, change: { points: 4, weeks: 12 } })
    expect(trend?.line.map(({ share }) => share)).toEqual([0.1, 0.88, 0.95, 0.92])
    expect(trend?.line[0]?.at).toBe(0)
    expect(trend?.line.at(-1)?.at).toBe(1)
  })

  test('compares with the first week of a young account', () => {
    expect(trendOf(history(100, [weekAgo(5, 120), weekAgo(1, 100)]))?.change).toEqual({
      points: -10,
      weeks: 5,
    })
  })

  test('has no change within less than two weeks, and is null without a record', () => {
    expect(trendOf(history(100, [weekAgo(1, 0), weekAgo(0, 0)]))).toEqual({
      percent: 50,
      change: null,
      line: [],
    })
    expect(trendOf(history(0, [weekAgo(12, 50)], 0))).toBeNull()
  })

  test('says all only of all, and none only of none', () => {
    expect(trendOf(history(9_999, [], 10_000))?.percent).toBe(99)
    expect(trendOf(history(10_000, [], 10_000))?.percent).toBe(100)
    expect(trendOf(history(1, [], 10_000))?.percent).toBe(1)
    expect(trendOf(history(0, [], 10_000))?.percent).toBe(0)
  })

  test('has the difference of the percentages that are read', () => {
    // 87.6 and 92.4 percent.
    expect(trendOf(history(924, [weekAgo(12, 876, 1000)], 1000))?.change?.points).toBe(4)
  })
})
