import { expect, test } from 'vitest'
import { LANGUAGES, startLanguage } from './languages.ts'

test('[I18N-02] the languages are en, es, fr, de', () => {
  expect(LANGUAGES).toEqual(['en', 'es', 'fr', 'de'])
})

test('[I18N-04] a language that does not exist, or none that is known, is English', () => {
  expect(startLanguage('tlh', ['de'])).toBe('en')
  expect(startLanguage('', ['de'])).toBe('en')
  expect(startLanguage(null, ['nl-NL', 'ja'])).toBe('en')
  expect(startLanguage(null, [])).toBe('en')
})

test('the first visit follows the first language of the browser that there is', () => {
  expect(startLanguage(null, ['nl', 'fr-CA', 'de'])).toBe('fr')
  expect(startLanguage(null, ['DE-at'])).toBe('de')
})

test('a choice is kept, whatever the browser prefers', () => {
  expect(startLanguage('es', ['de'])).toBe('es')
})
