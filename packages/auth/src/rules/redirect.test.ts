import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedRedirect } from './redirect.ts'

const rules = {
  siteUrl: 'https://cairn.test',
  allowList: ['https://app.test/in/*', 'https://docs.test/**', 'https://one.test/exact?tab=1'],
}

describe('allowedRedirect', () => {
  test.each([
    'https://cairn.test/',
    'https://cairn.test/systems?id=1#top',
    'https://app.test/in/here',
    'https://app.test/in/',
    'https://docs.test/a/b/c?d=e',
    'https://one.test/exact?tab=1',
  ])('goes to %s', (wanted) => {
    expect(allowedRedirect(wanted, rules)).toBe(wanted)
  })

  test.each([
    null,
    '',
    '/systems',
    'https://app.test/in/a/b',
    'https://app.test/in/..%2f..%2fadmin/x',
    'https://app.test/out',
    'https://one.test/exact?tab=2',
    'https://one.test/exact',
    'https://oneXtest/exact?tab=1',
    'https://docs.test.evil.test/',
    'http://docs.test/',
  ])('falls back from %j', (wanted) => {
    expect(allowedRedirect(wanted, rules)).toBe(rules.siteUrl)
  })

  test.each([
    'ms-msdt:/id',
    'javascript:alert(1)',
    'data:text/html,x',
    'intent:x',
    'com.example.app:/callback',
  ])('falls back from %s, though an operator listed it', (wanted) => {
    const allowList = [wanted, '**']
    expect(allowedRedirect(wanted, { ...rules, allowList })).toBe(rules.siteUrl)
  })

  test('never leaves the listed origins, whatever is asked', () => {
    const pieces = fc.constantFrom(
      'https:',
      'http:',
      '//',
      '/',
      '\\',
      '@',
      '.',
      ':',
      '#',
      '?',
      '%2f',
      '\t',
      'cairn.test',
      'evil.test',
      'docs.test',
      ' ',
      '443',
      'javascript:',
    )
    const origins = new Set([
      'https://cairn.test',
      'https://app.test',
      'https://docs.test',
      'https://one.test',
    ])
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const url = new URL(allowedRedirect(parts.join(''), rules))
        expect(origins.has(url.origin) && url.username === '').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
