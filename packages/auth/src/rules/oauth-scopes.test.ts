import { expect, test } from 'vitest'
import { covers, readScopes } from './oauth-scopes.ts'

const offered = ['openid', 'email', 'systems:read', 'systems:write']

test.each([
  ['', []],
  ['openid', ['openid']],
  ['systems:read  openid systems:read', ['openid', 'systems:read']],
])('%j asks for %j', (text, scopes) => {
  expect(readScopes(text, offered)).toEqual(scopes)
})

test.each(['admin', 'systems', 'systems:read,openid', 'OPENID', 'openid\tsystems:read', 'systems:read"'])(
  '%j asks for what nobody offers',
  (text) => {
    expect(readScopes(text, offered)).toBeNull()
  },
)

test('a consent covers what it names, and nothing more', () => {
  expect(covers(['openid', 'systems:read'], ['openid'])).toBe(true)
  expect(covers(['systems:read'], ['systems:read', 'systems:write'])).toBe(false)
  expect(covers([], [])).toBe(true)
})
