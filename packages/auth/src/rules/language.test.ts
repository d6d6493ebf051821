import { describe, expect, test } from 'vitest'
import { acceptedLanguage, knownLanguage } from './language.ts'

const OFFERED = ['en', 'es', 'fr', 'de']

describe('[GAP-23] the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, fr-CA ; q=0.8', 'fr'],
    ['it,pt;q=0.9,es;q=0.1', 'es'],
    ['DE', 'de'],
    ['de;q=0, en', 'en'],
    ['it', null],
    ['*', null],
    ['', null],
    [null, null],
    ['de;q=high', null],
    [`${'x,'.repeat(200)}de`, null],
  ])('%s is %s', (header, language) => {
    expect(acceptedLanguage(header, OFFERED)).toBe(language)
  })

  test('is only what mails have', () => {
    expect(knownLanguage('fr', OFFERED)).toBe('fr')
    for (const value of ['it', 'constructor', '', 4, null, { de: 1 }, ['de']])
      expect(knownLanguage(value, OFFERED)).toBeNull()
  })
})
