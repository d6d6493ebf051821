import { describe, expect, test } from 'vitest'
import { highlightedParts } from './highlighted-parts.ts'

/** The text with its matches in brackets. */
const marked = (text: string, term: string) =>
  highlightedParts(text, term)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('a text with the search term', () => {
  test('[SRCH-21] is marked wherever it stands, whatever the capitals', () => {
    expect(marked('Billing bills the bill', 'bill')).toBe('[Bill]ing [bill]s the [bill]')
    expect(marked('Über-Café', 'ÜBER')).toBe('[Über]-Café')
  })

  test('is marked whatever its accents', () => {
    expect(marked('Özge in der Straße', 'ozge')).toBe('[Özge] in der Straße')
    expect(marked('Die Große Straße', 'strasse')).toBe('Die Große [Straße]')
    expect(marked('Café und Café', 'cafe')).toBe('[Café] und [Café]')
  })

  test('is left alone where nothing matches, and where the term is empty', () => {
    expect(marked('Billing', 'payroll')).toBe('Billing')
    expect(marked('Billing', '  ')).toBe('Billing')
    expect(marked('', 'bill')).toBe('')
  })

  test('is not taken for a pattern', () => {
    expect(marked('100% (a+b)* $1 \\d', '(a+b)*')).toBe('100% [(a+b)*] $1 \\d')
    expect(marked('100% (a+b)* $1 \\d', '\\d')).toBe('100% (a+b)* $1 [\\d]')
    expect(marked('a-b/c', 'b/c')).toBe('a-[b/c]')
    expect(marked('anything', '.')).toBe('anything')
  })

  test('knows where each part begins', () => {
    expect(highlightedParts('a bill', 'bill').map(({ start }) => start)).toEqual([0, 2])
  })
})
