import { expect, test } from 'vitest'
import { readBanDuration } from './ban-duration.ts'

test.each([
  ['none', { kind: 'none' }],
  ['24h', { kind: 'for', ms: 86_400_000 }],
  ['1h30m', { kind: 'for', ms: 5_400_000 }],
  ['1.5s', { kind: 'for', ms: 1_500 }],
  ['250ms', { kind: 'for', ms: 250 }],
  ['', { kind: 'bad' }],
  ['0h', { kind: 'bad' }],
  ['-1h', { kind: 'bad' }],
  ['1d', { kind: 'bad' }],
  ['1h 30m', { kind: 'bad' }],
  ['99999999999999h', { kind: 'bad' }],
])('%j', (text, expected) => {
  expect(readBanDuration(text)).toEqual(expected)
})
