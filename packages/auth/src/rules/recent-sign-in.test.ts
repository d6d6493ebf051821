import { expect, test } from 'vitest'
import { passwordChangeProof } from './recent-sign-in.ts'

test.each([
  ['nothing, just signed in', false, true, 'recent-sign-in'],
  ['nothing, too late', false, false, 'missing'],
  ['the current password, just signed in', true, true, 'check-current-password'],
  ['the current password, long after', true, false, 'check-current-password'],
] as const)('with %s', (_what, currentPasswordGiven, isRecentlyProven, proof) => {
  expect(passwordChangeProof({ currentPasswordGiven, isRecentlyProven })).toBe(proof)
})
