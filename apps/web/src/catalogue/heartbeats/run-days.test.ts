import { expect, test } from 'vitest'
import { chartDays } from './run-days.ts'

const NOW_MS = Date.parse('2026-11-27T12:00:00Z')

test('the chart has each of 90 days, those without runs included', () => {
  const days = chartDays(
    [
      { day: '2026-11-20', successes: 3, failures: 1, timed: 2, seconds: 10, longest: 7 },
      { day: '2026-11-27', successes: 1, failures: 0, timed: 0, seconds: 0, longest: 0 },
    ],
    NOW_MS,
  )
  expect(days).toHaveLength(90)
  expect(days[0]?.day).toBe('2026-08-30')
  expect(days.at(-8)).toEqual({ day: '2026-11-20', runs: 4, failures: 1, average: 5, longest: 7 })
  expect(days.at(-2)).toEqual({ day: '2026-11-26', runs: 0, failures: 0, average: null, longest: null })
  expect(days.at(-1)).toEqual({ day: '2026-11-27', runs: 1, failures: 0, average: null, longest: null })
})
