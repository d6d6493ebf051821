import { expect, test } from 'vitest'
import { shownClaims } from './shown-claims.ts'

test('shows what a provider says about a person, lists and objects as JSON', () => {
  expect(
    shownClaims({ sub: '1', email_verified: false, groups: ['a', 'b'], address: { country: 'CH' } }),
  ).toEqual([
    { name: 'sub', value: '1' },
    { name: 'email_verified', value: 'false' },
    { name: 'groups', value: '["a","b"]' },
    { name: 'address', value: '{"country":"CH"}' },
  ])
})

test('shows no secret, however deep, and nothing of the request', () => {
  const secret = 'do not show'
  const claims = {
    nonce: secret,
    at_hash: secret,
    access_token: secret,
    other: { refresh_token: secret, a: 1 },
  }
  expect(shownClaims(claims)).toEqual([{ name: 'other', value: '{"a":1}' }])
})

test('cuts what has no end', () => {
  expect(shownClaims({ long: 'x'.repeat(10_000) })[0]?.value).toHaveLength(501)
  expect(
    shownClaims(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`c${at}`, at]))),
  ).toHaveLength(60)
})
