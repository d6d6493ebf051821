import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTranslations } from '@/i18n/setup.ts'
import { renewalOf, renewalWords } from './renewal.ts'

beforeAll(startTranslations)

const now = new Date(2026, 10, 26, 23, 59)

test.each([
  ['2026-11-26', { state: 'near', days: 0 }],
  ['2026-11-27', { state: 'near', days: 1 }],
  ['2027-01-25', { state: 'near', days: 60 }],
  ['2027-01-26', null],
  ['2026-11-25', { state: 'over', days: 1 }],
  ['1900-01-01', { state: 'over', days: 46_350 }],
  ['?', null],
])('a renewal on %s stands so', (day, renewal) => {
  expect(renewalOf(day, now)).toEqual(renewal)
})

test.each([
  [{ state: 'near', days: 0 }, 'Due today'],
  [{ state: 'near', days: 12 }, 'Due in 12 days'],
  [{ state: 'over', days: 1 }, 'Was due yesterday'],
  [{ state: 'over', days: 40 }, 'Was due 40 days ago'],
] as const)('is said in words: %o', (renewal, words) => {
  expect(renewalWords(renewal, i18next.t, 'en')).toBe(words)
})
