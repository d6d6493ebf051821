import { describe, expect, test } from 'vitest'
import { REUSE_INTERVAL_MS, type RefreshableSession, refreshOutcome } from './refresh.ts'

const NOW = 1_800_000_000_000

function session(change: Partial<RefreshableSession> = {}): RefreshableSession {
  return { currentCounter: 5, refreshedAtMs: NOW - 1_000, notAfterMs: null, nowMs: NOW, ...change }
}

describe('refreshOutcome', () => {
  test.each([
    ['the current token', 5, session(), 'rotate'],
    ['the current one, a year later', 5, session({ refreshedAtMs: NOW - 3e10 }), 'rotate'],
    ['the one before, a second later', 4, session(), 'repeat'],
    ['the one before, at the last moment', 4, session({ refreshedAtMs: NOW - REUSE_INTERVAL_MS }), 'repeat'],
    ['the one before, too late', 4, session({ refreshedAtMs: NOW - REUSE_INTERVAL_MS - 1 }), 'reused'],
    ['the one before, in a race that the clock lost', 4, session({ refreshedAtMs: NOW + 5 }), 'repeat'],
    ['the one before, a day ahead of the clock', 4, session({ refreshedAtMs: NOW + 86_400_000 }), 'reused'],
    ['two before', 3, session(), 'reused'],
    ['the first', 0, session(), 'reused'],
    ['one that is still to come', 6, session(), 'not-issued'],
    ['the current one of a session past its end', 5, session({ notAfterMs: NOW }), 'expired'],
    ['an old one of a session past its end', 1, session({ notAfterMs: NOW - 1 }), 'expired'],
    ['the current one of a session with an end to come', 5, session({ notAfterMs: NOW + 1 }), 'rotate'],
  ] as const)('%s', (_what, counter, state, outcome) => {
    expect(refreshOutcome(counter, state)).toBe(outcome)
  })
})
