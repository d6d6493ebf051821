import { beforeAll, describe, expect, test } from 'vitest'
import { compareLanguage } from './compare-language.ts'
import { type FoundPhrases, findPhrases } from './find-phrases.ts'
import { readLanguage, TRANSLATED } from './read-language.ts'

/** Reading the whole web app takes the compiler seconds, and a busy machine many. */
const READ_MS = 240_000

describe('the translations', () => {
  let found: FoundPhrases
  beforeAll(() => {
    found = findPhrases()
  }, READ_MS)

  test('[GAP-23] every text that is translated can be found', () => {
    expect(found.problems).toEqual([])
    expect(found.phrases.size).toBeGreaterThan(1_000)
  })

  test.each(TRANSLATED)('[GAP-23] %s has every text, no other, and the same placeholders', (language) => {
    expect(compareLanguage(found.phrases, readLanguage(language))).toEqual({
      missing: [],
      unused: [],
      untranslated: [],
      placeholders: [],
    })
  })
})

test('French texts have narrow no-break spaces before signs, within quotation marks and in numbers', () => {
  const plain = /[ \u00a0][:;!?»](?=\s|$)|«[ \u00a0]|\d[ \u00a0]\d{3}/
  expect(Object.values(readLanguage('fr').texts).filter((text) => plain.test(text))).toEqual([])
})

test('Spanish texts say tú', () => {
  expect(Object.values(readLanguage('es').texts).filter((text) => /\busted(es)?\b/i.test(text))).toEqual([])
})

describe('comparing a language', () => {
  const phrases = new Map([
    ['Save', { places: [], counts: false }],
    ['Hello, {{name}}', { places: [], counts: false }],
    ['{{count}} cups', { places: [], counts: true }],
  ])
  const texts = {
    Save: 'Speichern',
    'Hello, {{name}}': 'Guten Tag, {{name}}',
    '{{count}} cups_one': 'Eine Tasse',
    '{{count}} cups_other': '{{count}} Tassen',
  }
  const problems = (changed: Record<string, string>, same: readonly string[] = []) =>
    compareLanguage(phrases, { language: 'de', texts: { ...texts, ...changed }, same })
  const NONE = { missing: [], unused: [], untranslated: [], placeholders: [] }

  test('a complete one has no problem, and may say one in a word', () => {
    expect(problems({})).toEqual(NONE)
  })

  test('a text or a plural form that lacks is missing', () => {
    const { Save: _save, '{{count}} cups_one': _one, ...rest } = texts
    const { missing } = compareLanguage(phrases, { language: 'de', texts: rest, same: [] })
    expect(missing).toEqual(['Save', '{{count}} cups_one'])
  })

  test('a text that nothing asks for is unused', () => {
    expect(problems({ Load: 'Laden', Save_one: 'Speichern' }).unused).toEqual(['Load', 'Save_one'])
  })

  test('a text that is English or empty is untranslated, unless it is the same on purpose', () => {
    expect(problems({ Save: 'Save' }).untranslated).toEqual(['Save'])
    expect(problems({ Save: ' ' }).untranslated).toEqual(['Save'])
    expect(problems({ Save: 'Save' }, ['Save'])).toEqual(NONE)
    expect(problems({}, ['Save']).unused).toEqual(['Save (same)'])
  })

  test('another placeholder is found', () => {
    expect(problems({ 'Hello, {{name}}': 'Guten Tag, {{Name}}' }).placeholders).toEqual(['Hello, {{name}}'])
    expect(problems({ '{{count}} cups_other': 'Viele Tassen' }).placeholders).toEqual([
      '{{count}} cups_other',
    ])
  })
})
