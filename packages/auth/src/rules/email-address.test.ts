import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEmailAddress } from './email-address.ts'

describe('parseEmailAddress', () => {
  test.each([
    ['ada@example.org', 'ada@example.org'],
    ['Ada.Lovelace+work@Mail.Example.CO.UK', 'ada.lovelace+work@mail.example.co.uk'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['1@1.example', '1@1.example'],
  ])('accepts %s', (text, address) => {
    expect(parseEmailAddress(text)).toBe(address)
  })

  test.each([
    '',
    '@',
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    'ada@eve@example.org',
    'ada..l@example.org',
    'ada.@example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    'ada@example_org.test',
    'ada@[127.0.0.1]',
    'ada@1.2.3.4',
    'ada@bücher.example',
    'ada@example.org\n',
    ' ada@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('refuses %j', (text) => {
    expect(parseEmailAddress(text)).toBeNull()
  })

  test('accepts a single spelling: plain, lowercase, with one @', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string()), (text) => {
        const address = parseEmailAddress(text)
        if (address === null) return
        expect(address).toMatch(/^[^\s@"<>,;:\\A-Z]+@[a-z0-9.-]+$/)
        expect(parseEmailAddress(address)).toBe(address)
      }),
    )
  })
})
