import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [0, '0 sec'],
  [0.44, '0.4 sec'],
  [4, '4 sec'],
  [59.6, '1 min'],
  [200, '3 min 20 sec'],
  [3_600, '1 hr'],
  [3_725, '1 hr 2 min'],
  [90_000, '1 day 1 hr'],
])('%d seconds are %s', (seconds, said) => {
  expect(formatDuration(seconds, 'en')).toBe(said)
})

test('the language says the units', () => {
  expect(formatDuration(200.4, 'de')).toBe('3 Min. 20 Sek.')
})
