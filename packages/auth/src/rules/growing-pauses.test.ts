import { describe, expect, test } from 'vitest'
import { type GrowingPauses, nextTurn } from './growing-pauses.ts'

const LIMIT: GrowingPauses = {
  free: 30,
  windowSeconds: 300,
  firstPauseSeconds: 60,
  longestPauseSeconds: 300,
  quietSeconds: 900,
}

describe('a pause that grows', () => {
  test.each([
    ['the first', 0, 0, { kind: 'turn', hits: 1, restarts: true }],
    ['the 29th', 28, 10, { kind: 'turn', hits: 29, restarts: false }],
    ['the 30th, from which on pauses are counted', 29, 10, { kind: 'turn', hits: 30, restarts: true }],
    ['the 31st at once', 30, 0, { kind: 'pause', seconds: 60 }],
    ['the 31st a moment too early', 30, 59.5, { kind: 'pause', seconds: 1 }],
    ['the 31st after a minute', 30, 60, { kind: 'turn', hits: 31, restarts: true }],
    ['the 32nd', 31, 60, { kind: 'pause', seconds: 60 }],
    ['the 33rd', 32, 0, { kind: 'pause', seconds: 240 }],
    ['the 34th', 33, 0, { kind: 'pause', seconds: 300 }],
    ['the 5,000th', 4_999, 0, { kind: 'pause', seconds: 300 }],
    ['one in the next window', 29, 300, { kind: 'turn', hits: 1, restarts: true }],
    ['one before the quiet time is over', 33, 1_199, { kind: 'turn', hits: 34, restarts: true }],
    ['one after the quiet time', 33, 1_200, { kind: 'turn', hits: 1, restarts: true }],
  ] as const)('%s', (_which, hits, ageSeconds, expected) => {
    expect(nextTurn({ hits, ageSeconds }, LIMIT)).toEqual(expected)
  })
})
