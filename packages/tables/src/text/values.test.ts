import { describe, expect, test } from 'vitest'
import { dateOf, dateOrderOf } from './date-text.ts'
import { decimalMarkOf, numberOf } from './number-text.ts'

describe('a number', () => {
  test.each<[text: string, decimal: '.' | ',', number: number | null]>([
    ['1234', '.', 1234],
    ['1,234.50', '.', 1234.5],
    ['1.234,50', ',', 1234.5],
    ['1 234,50 €', ',', 1234.5],
    ["CHF 1'234.50", '.', 1234.5],
    ['$ 99', '.', 99],
    ['-3,5', ',', -3.5],
    ['−3,5', ',', -3.5],
    ['-€5', '.', -5],
    ['(1,234)', '.', -1234],
    ['.5', '.', 0.5],
    ['1e3', '.', 1000],
    ['0', '.', 0],
    ['1,23', '.', null],
    ['1.2.3', '.', null],
    ['12 users', '.', null],
    ['2026-12-31', '.', null],
    ['', '.', null],
    ['-', '.', null],
    ['9'.repeat(60), '.', null],
  ])('%s with %s is %s', (text, decimal, number) => {
    expect(numberOf(text, decimal)).toBe(number)
  })
})

test.each<[texts: string[], mark: '.' | ',' | null]>([
  [['1,5', '2,25'], ','],
  [['1.5'], '.'],
  [['1.234,50'], ','],
  [['1,234.50'], '.'],
  [['1.234.567'], ','],
  [['1,234,567'], '.'],
  [['1.234', '1,234'], null],
  [['12', 'Jira', '31.12.2026'], null],
])('%j have the decimal mark %s', (texts, mark) => {
  expect(decimalMarkOf(texts)).toBe(mark)
})

describe('a date', () => {
  test.each<[text: string, order: 'day' | 'month' | 'year', day: string | null]>([
    ['2026-12-31', 'day', '2026-12-31'],
    ['2026/12/31', 'month', '2026-12-31'],
    ['20261231', 'day', '2026-12-31'],
    ['2026-12-31T10:00:00Z', 'day', '2026-12-31'],
    ['31.12.2026 10:00', 'day', '2026-12-31'],
    ['31.12.26', 'day', '2026-12-31'],
    ['1. 5. 2026', 'day', '2026-05-01'],
    ['03/04/2026', 'day', '2026-04-03'],
    ['03/04/2026', 'month', '2026-03-04'],
    ['26-12-31', 'year', '2026-12-31'],
    ['12/31/2026, 10:00 PM', 'month', '2026-12-31'],
    ['5 March 2026', 'day', '2026-03-05'],
    ['Mar 5, 2026', 'day', '2026-03-05'],
    ['Thu, 5 Mar 2026', 'day', '2026-03-05'],
    ['3/Nov/26 12:17 PM', 'day', '2026-11-03'],
    ['2027.07.01 21:34', 'day', '2027-07-01'],
    ['5. März 2026', 'day', '2026-03-05'],
    ['1er août 2026', 'day', '2026-08-01'],
    ['5 de marzo de 2026', 'day', '2026-03-05'],
    ['29.02.2024', 'day', '2024-02-29'],
    ['1.2', 'day', null],
    ['1.234,50', 'day', null],
    ['12 users', 'day', null],
    ['Version 5 2026', 'day', null],
  ])('%s with the %s first is %s', (text, order, day) => {
    expect(dateOf(text, order)).toEqual(day === null ? null : { day })
  })

  test.each(['30.02.2026', '31/13/2026', '2026-02-29', '00.01.2026'])('%s is impossible', (text) => {
    expect(dateOf(text, 'day')).toBe('impossible')
  })
})

test.each<[texts: string[], order: 'day' | 'month' | 'year' | null]>([
  [['03/04/2026', '31/12/2026'], 'day'],
  [['03/04/2026', '12/31/2026'], 'month'],
  [['03/04/2026'], null],
  [['03.04.2026'], 'day'],
  [['2026-04-03', '2026-12-31'], 'year'],
  [['31/12/2026', '30/11/2026', '12/31/2026'], 'day'],
  [['Jira'], null],
])('dates among %j have the %s first', (texts, order) => {
  expect(dateOrderOf(texts)).toBe(order)
})
