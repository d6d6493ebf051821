import { expect, test } from 'vitest'
import { silentUntil } from './silences.ts'

const NOW_MS = new Date('2026-11-27T12:00:00').getTime()

test.each([
  ['hour', '', '2026-11-27T13:00:00'],
  ['day', '', '2026-11-28T12:00:00'],
  ['week', '', '2026-12-04T12:00:00'],
  ['date', '2026-12-24', '2026-12-24T00:00:00'],
] as const)('silent for %s %s', (silence, date, until) => {
  expect(silentUntil(silence, date, NOW_MS)).toEqual(new Date(until))
})

test.each(['', '2026-11-27', '2020-01-01', '2028-01-01', 'soon'])('the date "%s" is no end', (date) => {
  expect(silentUntil('date', date, NOW_MS)).toBeNull()
})
