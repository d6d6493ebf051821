import { describe, expect, test } from 'vitest'
import { callbackErrorIn, isSignInCallback, withoutCallback } from './sign-in-callback.ts'

const at = (path: string) => new URL(path, 'https://cairn.test')

describe('isSignInCallback', () => {
  test.each([
    ['/?code=abc', true],
    ['/#access_token=abc', true],
    ['/#error=access_denied', true],
    ['/systems?id=abc', false],
    ['/systems#error', true],
    ['/auth/confirm?token_hash=abc&type=signup', false],
  ])('[CLIENT-05] of %s is %s', (path, expected) => {
    expect(isSignInCallback(at(path))).toBe(expected)
  })
})

describe('[CLIENT-10] callbackErrorIn', () => {
  test.each([
    ['/', null],
    ['/?code=abc', null],
    ['/?error=access_denied', { code: 'access_denied', description: '' }],
    [
      '/?error=access_denied&error_code=otp_expired&error_description=Too+late',
      { code: 'otp_expired', description: 'Too late' },
    ],
    ['/#error=server_error&error_description=No&sb=', { code: 'server_error', description: 'No' }],
    ['/?error_description=No', { code: 'unknown', description: 'No' }],
  ])('of %s is %j', (path, expected) => {
    expect(callbackErrorIn(at(path))).toEqual(expected)
  })
})

describe('withoutCallback', () => {
  test.each([
    ['/systems?q=pay&code=abc#list', '/systems?q=pay#list'],
    ['/?error=a&error_code=b&error_description=c#error=a&error_code=b&error_description=c&sb=', '/'],
    ['/systems?q=pay#error=a', '/systems?q=pay'],
    ['/systems?q=pay#list', '/systems?q=pay#list'],
  ])('of %s is %s', (path, expected) => {
    const { pathname, search, hash } = withoutCallback(at(path))
    expect(pathname + search + hash).toBe(expected)
  })
})
