import { expect, test } from 'vitest'
import { passwordChangeProof, RECENT_SIGN_IN_MS } from './recent-sign-in.ts'

const NOW = 1_800_000_000_000

test.each([
  ['nothing, just signed in', false, 0, 'recent-sign-in'],
  ['nothing, at the last moment', false, RECENT_SIGN_IN_MS, 'recent-sign-in'],
  ['nothing, too late', false, RECENT_SIGN_IN_MS + 1, 'missing'],
  ['the current password, just signed in', true, 0, 'check-current-password'],
  ['the current password, long after', true, 1e9, 'check-current-password'],
] as const)('with %s', (_what, currentPasswordGiven, agoMs, proof) => {
  expect(passwordChangeProof({ currentPasswordGiven, signedInAtMs: NOW - agoMs, nowMs: NOW })).toBe(proof)
})
