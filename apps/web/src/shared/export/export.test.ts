import { expect, test } from 'vitest'
import { datedName } from './dated-name.ts'
import { usualSeparator } from './usual-separator.ts'

test('a file is called by what it has and the day', () => {
  expect(datedName('systems', 'csv', new Date(2026, 10, 3))).toBe('systems-2026-11-03.csv')
})

test('a semicolon separates cells where the comma is the decimal mark', () => {
  expect(['en', 'de', 'fr', 'es'].map(usualSeparator)).toEqual([',', ';', ';', ';'])
})
