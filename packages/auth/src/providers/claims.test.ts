import { describe, expect, test } from 'vitest'
import { profileOf } from './claims.ts'

const GOOGLE = 'https://accounts.google.com'
const verified = (email: string, more: object, issuer = GOOGLE) =>
  profileOf({ sub: '1', email, email_verified: true, ...more }, issuer).emailVerified

describe('an address from Google counts as verified', () => {
  test('where Google answers for it', () => {
    expect(verified('ada@gmail.com', {})).toBe(true)
    expect(verified('Ada@Acme.test', { hd: 'acme.test' })).toBe(true)
  })

  test('not where its user may have left the company since', () => {
    expect(verified('ada@acme.test', {})).toBe(false)
    expect(verified('ada@acme.test', { hd: 'other.test' })).toBe(false)
    expect(verified('ada@gmail.com.acme.test', {})).toBe(false)
  })

  test('never where Google does not say so', () => {
    expect(verified('ada@gmail.com', { email_verified: false })).toBe(false)
  })
})

test('other issuers are taken at their word', () => {
  expect(verified('ada@acme.test', {}, 'https://id.acme.test')).toBe(true)
  expect(verified('ada@acme.test', { email_verified: 'false' }, 'https://id.acme.test')).toBe(false)
})
