import { describe, expect, test } from 'vitest'
import { isSignInCallback, sessionStorageKey } from './page.ts'

describe('sessionStorageKey', () => {
  test.each([
    ['https://abc.supabase.test', 'sb-abc-auth-token'],
    ['http://localhost:3000', 'sb-localhost-auth-token'],
    ['http://127.0.0.1:3000', 'sb-127-auth-token'],
  ])('[CLIENT-04] of %s is %s', (url, key) => {
    expect(sessionStorageKey(url)).toBe(key)
  })
})

describe('isSignInCallback', () => {
  test.each([
    ['https://cairn.test/?code=abc', true],
    ['https://cairn.test/#access_token=abc', true],
    ['https://cairn.test/#error=access_denied', true],
    ['https://cairn.test/systems?id=abc', false],
    ['https://cairn.test/auth/confirm?token_hash=abc&type=signup', false],
  ])('[CLIENT-05] of %s is %s', (url, expected) => {
    expect(isSignInCallback(new URL(url))).toBe(expected)
  })
})
