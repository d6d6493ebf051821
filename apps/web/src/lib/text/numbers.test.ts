import { describe, expect, test } from 'vitest'
import { formatMoney, parseNumber, typedNumber } from './numbers.ts'

describe('parseNumber', () => {
  test.each([
    ['en', '1234.5', 1234.5],
    ['en', '1,234.5', 1234.5],
    ['en', '1,234', 1234],
    ['en', '12,5', 12.5],
    ['en', ' 1 000 000 ', 1_000_000],
    ['en', '-3', -3],
    ['en', '.5', 0.5],
    ['de', '1234,5', 1234.5],
    ['de', '1.234,5', 1234.5],
    ['de', '1.234', 1234],
    ['de', '1.5', 1.5],
    ['fr', '1 234,5', 1234.5],
  ])('in %s takes %j', (language, text, number) => {
    expect(parseNumber(text, language)).toBe(number)
  })

  test.each([
    '',
    'abc',
    'NaN',
    'Infinity',
    '1e308',
    '1..5',
    '1,5,5',
    '0x10',
    '-',
    '.',
    '1-2',
    `1${'0'.repeat(400)}`,
  ])('refuses %j', (text) => {
    expect(parseNumber(text, 'en')).toBeNull()
  })

  test.each(['en', 'de', 'fr', 'es'])('in %s reads what it writes', (language) => {
    for (const number of [0, 0.01, 1234.567, 999_999_999_999.99, -12.5])
      expect(parseNumber(typedNumber(number, language), language)).toBe(number)
  })
})

test('money is written as the language writes it, with any currency', () => {
  expect(formatMoney(1234.5, 'EUR', 'en')).toBe('€1,234.50')
  expect(formatMoney(1234.5, 'EUR', 'de')).toBe('1.234,50\u00a0€')
  expect(formatMoney(5, 'euro', 'en')).toBe('5 euro')
})
