import { describe, expect, test } from 'vitest'
import { isRegisteredRedirect, redirectProblem, redirectWith } from './oauth-redirect.ts'

describe('an address to be sent back to', () => {
  test.each([
    'https://app.example.org/callback',
    'https://app.example.org:8443/callback?tenant=1',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/callback',
    'http://localhost:33418/',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])('may be %s', (address) => {
    expect(redirectProblem(address)).toBeNull()
  })

  test.each([
    'http://app.example.org/callback',
    'http://127.0.0.1.example.org/callback',
    'http://localhost@example.org/',
    'https://user:secret@app.example.org/',
    'https://app.example.org/callback#part',
    'https://app.example.org/*',
    'https://app.example.org\\callback',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'search-ms:query=x',
    'ms-word:ofe|u|https://evil.test/x.docm',
    'intent://evil.test/#Intent;scheme=https;end',
    'intent:evil',
    'x-apple.systempreferences:com.apple.preference.security',
    'a.example:/callback',
    'web+app.example:/callback',
    'smb://evil.test/share',
    'mailto:ada@example.org',
    'tel:123',
    'shell:startup',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'vbscript:msgbox',
    'blob:https://app.example.org/1',
    'ftp://app.example.org/callback',
    'app.:/callback',
    'https:app.example.org/callback',
    'https:///app.example.org/callback',
    'http:localhost/callback',
    'https://app.example.org/call\tback',
    '/callback',
    'https://app.example.org/call back',
    '',
    `https://app.example.org/${'a'.repeat(2_048)}`,
  ])('may not be %s', (address) => {
    expect(redirectProblem(address)).not.toBeNull()
  })
})

describe('a registered address', () => {
  const registered = ['https://app.example.org/callback', 'http://127.0.0.1:3000/cb?a=1', 'http://[::1]/cb']

  test.each([
    'https://app.example.org/callback',
    'http://127.0.0.1:3000/cb?a=1',
    'http://127.0.0.1:49152/cb?a=1',
    'http://127.0.0.1/cb?a=1',
    'http://[::1]:5000/cb',
  ])('is %s', (address) => {
    expect(isRegisteredRedirect(address, registered)).toBe(true)
  })

  test.each([
    'https://app.example.org/callback/',
    'https://app.example.org/callback?more=1',
    'https://app.example.org/callback#x',
    'https://app.example.org/Callback',
    'https://APP.example.org/callback',
    'https://app.example.org/call',
    'https://app.example.org/',
    'https://app.example.org:443/callback',
    'https://app.example.org:444/callback',
    'https://app.example.org.evil.example/callback',
    'https://evil.example/https://app.example.org/callback',
    'https://app.example.org/x/../callback',
    'https://app.example.org/%63allback',
    'http://app.example.org/callback',
    'http://127.0.0.1:3000/cb',
    'http://127.0.0.1:3000/cb?a=2',
    'http://127.0.0.1:3000/cb?a=1#x',
    'http://127.0.0.1:evil.example/cb?a=1',
    'http://127.0.0.1:3000@evil.example/cb?a=1',
    'http://127.0.0.1:999999/cb?a=1',
    'http://localhost:3000/cb?a=1',
    'https://127.0.0.1:3000/cb?a=1',
    'http://127.1:3000/cb?a=1',
    '',
    'https://app.example.org@evil.example/callback',
    'https://app.example.org\\@evil.example/callback',
    'https://app.example.org/callback\t',
    ' https://app.example.org/callback',
    'HTTPS://app.example.org/callback',
  ])('is not %s', (address) => {
    expect(isRegisteredRedirect(address, registered)).toBe(false)
  })

  test.each(['ms-msdt:/id', 'javascript:alert(1)', 'cursor://callback'])(
    'is not %s, though an earlier version stored it',
    (address) => {
      expect(isRegisteredRedirect(address, [address])).toBe(false)
    },
  )
})

test('an answer is added to the query that an address has', () => {
  const answer = redirectWith('https://app.example.org/cb?a=1', { code: 'x y', state: null })
  expect(answer).toBe('https://app.example.org/cb?a=1&code=x+y')
})
