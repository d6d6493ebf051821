import { describe, expect, it } from 'vitest'
import { domainOf, suggestedAccountName } from './email-domain.ts'

describe('domainOf', () => {
  it("[AUTH-43] finds a domain from the '@' on, and none before", () => {
    expect(domainOf('ada')).toBeNull()
    expect(domainOf('ada@')).toBeNull()
    expect(domainOf('ada@example')).toBe('example')
    expect(domainOf('ada@example.org ')).toBe('example.org')
    expect(domainOf('"a@b"@example.org')).toBe('example.org')
  })

  it('[AUTH-46] takes no notice of case', () => {
    expect(domainOf('Ada@Example.ORG')).toBe('example.org')
  })
})

describe('suggestedAccountName', () => {
  it('[AUTH-47] is the first label with a capital', () => {
    expect(suggestedAccountName('acme.co.uk')).toBe('Acme')
    expect(suggestedAccountName('north-wind.org')).toBe('North-wind')
    expect(suggestedAccountName('örtlich.de')).toBe('Örtlich')
  })
})
