import { describe, expect, test } from 'vitest'
import { displayText, displayTitle } from './display-text.ts'

describe('displayText', () => {
  test.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  José   María ', 'José María'],
    ["Conan O'Brien (he/him), Jr.", "Conan O'Brien (he/him), Jr."],
    ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
    ['山田 太郎', '山田 太郎'],
    ['two\r\nlines', 'two lines'],
    ['\u202Ereversed\u200B', 'reversed'],
    ['a'.repeat(200), 'a'.repeat(60)],
    [undefined, ''],
    [{ toString: (): string => 'evil' }, ''],
  ])('shows %j as %j', (value, shown) => {
    expect(displayText(value)).toBe(shown)
  })

  test.each([
    'https://evil.test',
    'go to evil.test now',
    'www.evil',
    'ｅｖｉｌ．ｔｅｓｔ',
    'ev\u200Bil.te\u200Bst',
    'evil。test',
    'evil｡test',
    '//evil',
    'eve@evil',
    '<b>bold</b>',
    'back\\slash',
  ])('shows nothing of %j', (value) => {
    expect(displayText(value)).toBe('')
  })
})

describe('displayTitle', () => {
  test('keeps the domain that a system is called after', () => {
    expect(displayTitle('Monday.com')).toBe('Monday.com')
    expect(displayTitle('Make.com  (EU)')).toBe('Make.com (EU)')
  })

  test.each([
    'https://evil.test',
    'evil.test/pay',
    'evil。test/pay',
    'evil.test:8080',
    'evil.test?id=1',
    'www.evil',
    'eve@evil',
    '<b>bold</b>',
    'ｅｖｉｌ．ｔｅｓｔ／ｐａｙ',
  ])('shows nothing of %j', (value) => {
    expect(displayTitle(value)).toBe('')
  })
})
