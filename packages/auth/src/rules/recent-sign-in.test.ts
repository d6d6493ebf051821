import { expect, test } from 'vitest'
import { messagesAddWaysIn, passwordChangeProof, RECENT_SIGN_IN_MS, signedInAt } from './recent-sign-in.ts'

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

test.each(['totp', 'mfa/phone', 'mfa/webauthn', 'recovery_code'])('%s is no sign-in', (method) => {
  const amr = [
    { method, at: new Date(NOW) },
    { method: 'password', at: new Date(NOW - 1e9) },
  ]
  expect(signedInAt(amr, { messagesCount: true })).toBe(NOW - 1e9)
  expect(signedInAt(amr.slice(0, 1), { messagesCount: true })).toBe(0)
})

test.each(['otp', 'magiclink', 'recovery', 'email/signup', 'invite', 'email_change'])(
  '%s is a sign-in where messages count',
  (method) => {
    const amr = [{ method, at: new Date(NOW) }]
    expect(signedInAt(amr, { messagesCount: true })).toBe(NOW)
    expect(signedInAt(amr, { messagesCount: false })).toBe(0)
  },
)

test.each(['password', 'passkey', 'oauth', 'sso/saml'])('%s is a sign-in in any case', (method) => {
  expect(signedInAt([{ method, at: new Date(NOW) }], { messagesCount: false })).toBe(NOW)
})

test.each([
  ['without a password', false, 1e9, true],
  ['with a password', true, 1e9, false],
  ['with a password, confirmed just now', true, 0, true],
] as const)('a message adds passkeys to an account %s', (_what, hasPassword, agoMs, enough) => {
  expect(messagesAddWaysIn({ hasPassword, confirmedAtMs: NOW - agoMs, nowMs: NOW })).toBe(enough)
})
