import { describe, expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

describe('isWebAddress', () => {
  test.each([
    'https://example.com',
    'http://wiki.internal:8080/runbook?x=%20#top',
    'HTTPS://EXAMPLE.COM/a@b',
    'https://[2001:db8::1]/run',
    'https://exämple.com/ü',
  ])('takes %s', (address) => {
    expect(isWebAddress(address)).toBe(true)
  })

  test.each([
    '',
    'example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    '//example.com',
    'https://',
    'https://user:password@example.com/',
    'https://example.com@evil.test/',
    'https://example.com/a b',
    'https://example.com/\nx',
    ' https://example.com',
    'https://example.com:99999/',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuses %j', (address) => {
    expect(isWebAddress(address)).toBe(false)
  })
})
