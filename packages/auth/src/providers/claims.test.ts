import { describe, expect, test } from 'vitest'
import { type Issuer, profileOf } from './claims.ts'

const GOOGLE = 'https://accounts.google.com'
const verified = (email: string, more: object, issuer: Partial<Issuer> = { url: GOOGLE }) =>
  profileOf(
    { sub: '1', email, email_verified: true, ...more },
    { name: 'other', url: 'https://id.acme.test', trustEmail: false, ...issuer },
  ).emailVerified

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
  expect(verified('ada@acme.test', {}, {})).toBe(true)
  expect(verified('ada@acme.test', { email_verified: 'false' }, {})).toBe(false)
  expect(verified('ada@acme.test', { email_verified: undefined }, {})).toBe(false)
})

test('the operator can vouch for the addresses of an issuer', () => {
  expect(verified('ada@acme.test', { email_verified: false }, { trustEmail: true })).toBe(true)
  expect(profileOf({ sub: '1' }, { name: 'a', url: GOOGLE, trustEmail: true }).emailVerified).toBe(false)
})

describe('an address from Entra ID counts as verified', () => {
  const TENANT = 'https://login.microsoftonline.com/8f0d2e0e-0000-0000-0000-000000000000/v2.0'
  const entra = (more: object, url = TENANT) =>
    verified('ada@acme.test', { email_verified: undefined, ...more }, { name: 'azure', url })

  test('where its tenant says nothing, or that it owns the domain', () => {
    expect(entra({})).toBe(true)
    for (const xms_edov of [true, 1, '1', 'true']) expect(entra({ xms_edov })).toBe(true)
  })

  test('not where the tenant does not own the domain, or several tenants sign in', () => {
    for (const xms_edov of [false, 0, '0', 'false', null]) expect(entra({ xms_edov })).toBe(false)
    expect(entra({}, 'https://login.microsoftonline.com/common/v2.0')).toBe(false)
    expect(entra({ email_verified: false })).toBe(false)
  })
})

describe('the name of a user', () => {
  const nameOf = (more: object) =>
    profileOf({ sub: '1', ...more }, { name: 'other', url: 'https://id.acme.test', trustEmail: false }).name

  test('is the whole one, or made of given and family name', () => {
    expect(nameOf({ name: 'Ada L', given_name: 'Ada', family_name: 'Lovelace' })).toBe('Ada L')
    expect(nameOf({ given_name: 'Ada', family_name: 'Lovelace' })).toBe('Ada Lovelace')
    expect(nameOf({ name: ' ', family_name: 'Lovelace' })).toBe('Lovelace')
  })

  test('is none where the provider has none, or blanks', () => {
    expect(nameOf({})).toBeNull()
    expect(nameOf({ name: '  ' })).toBeNull()
  })
})
