import { keyed } from '@cairn/workspace/lib/keyed'
import { RESULT_TYPES, type SearchAnswer } from '@cairn/workspace/port/search'
import { describe, expect, test } from 'vitest'
import { MAX_SEARCH_LENGTH, searchable, searchState } from './search-state.ts'

const counts = { ...keyed(RESULT_TYPES, () => 0), system: 1 }
const nothing: SearchAnswer = { counts: { ...counts, system: 0 }, results: [], tags: [] }
const one: SearchAnswer = {
  counts,
  tags: [],
  results: [
    {
      id: '1',
      type: 'system',
      title: 'Billing',
      description: '',
      link: '/systems',
      lastUpdated: new Date(0),
      record: null,
    },
  ],
}
const asked = { data: undefined, error: null, isPlaceholderData: false }

describe('[SRCH-26] the search', () => {
  test('[SRCH-20] is idle without a text', () => {
    expect(searchState('', { ...asked, data: one, isPlaceholderData: true })).toEqual({ kind: 'idle' })
  })

  test('is searching until there is an answer, and while the last one was empty', () => {
    expect(searchState('bill', asked)).toEqual({ kind: 'searching' })
    expect(searchState('bill', { ...asked, data: nothing, isPlaceholderData: true })).toEqual({
      kind: 'searching',
    })
  })

  test('has results, or is empty', () => {
    expect(searchState('bill', { ...asked, data: one })).toEqual({
      kind: 'results',
      answer: one,
      isOld: false,
    })
    expect(searchState('bill', { ...asked, data: nothing })).toEqual({ kind: 'empty' })
  })

  test('keeps what it found while it looks for the next text', () => {
    expect(searchState('billi', { ...asked, data: one, isPlaceholderData: true })).toEqual({
      kind: 'results',
      answer: one,
      isOld: true,
    })
  })

  test('has failed', () => {
    const error = new Error('no')
    expect(searchState('bill', { ...asked, error })).toEqual({ kind: 'failed', error })
  })
})

describe('the text to search for', () => {
  test('[SRCH-20] is empty for a blank text', () => {
    expect(['', '  ', '\t\n', '\u0000'].map(searchable)).toEqual(['', '', '', ''])
  })

  test('is one line without control characters, at most as long as the server takes', () => {
    expect(searchable('  first\u0000days\n')).toBe('first days')
    expect(Array.from(searchable('😀'.repeat(300)))).toHaveLength(MAX_SEARCH_LENGTH)
  })
})
