import { keyed } from '@cairn/workspace/lib/keyed'
import { RESULT_TYPES, type SearchAnswer } from '@cairn/workspace/port/search'
import { expect, test } from 'vitest'
import { totalOf, totalText } from './total.ts'

const counts = { ...keyed(RESULT_TYPES, () => 0), knowledge: 2, system: 1000, agent: 5, person: 1 }
const text = (tab: Parameters<typeof totalOf>[0], answer: SearchAnswer, language = 'en') =>
  totalText(totalOf(tab, answer), language)

test('[SRCH-08] a tab counts its type, and all of them together', () => {
  const answer = { counts, results: [], tags: [] }
  expect([text('knowledge', answer), text('qa', answer), text('system', answer)]).toEqual(['2', '0', '1,000'])
  expect(text('all', answer)).toBe('1,008')
  expect(text('all', answer, 'de')).toBe('1.008')
})

test('[SRCH-08] very many are not counted to the end, and it shows', () => {
  const answer = { counts: { ...counts, system: 1001 }, results: [], tags: [] }
  expect(text('system', answer)).toBe('1,000+')
  expect(text('all', answer)).toBe('1,008+')
})
