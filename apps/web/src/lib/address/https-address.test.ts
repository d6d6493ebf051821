import { describe, expect, test } from 'vitest'
import { isHttpsAddress } from './https-address.ts'

describe('isHttpsAddress', () => {
  test.each([
    'https://hooks.zapier.com/hooks/catch/123/abc/',
    'https://example.com',
    'HTTPS://EXAMPLE.COM:8443/run?x=%20&y=[1]',
    'https://[2001:db8::1]/run',
  ])('[OPEN-04] takes %s', (address) => {
    expect(isHttpsAddress(address)).toBe(true)
  })

  test.each([
    '',
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    'https:example.com',
    'https:/\\example.com',
    'https://',
    'https://user:password@example.com/',
    'https://example.com@evil.test/',
    'https://example.com/a b',
    'https://example.com/\u0000',
    'https://example.com/\nx',
    ' https://example.com',
    'https://exаmple.com',
    'https://example.com:99999/',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('[OPEN-04] refuses %o', (address) => {
    expect(isHttpsAddress(address)).toBe(false)
  })
})
