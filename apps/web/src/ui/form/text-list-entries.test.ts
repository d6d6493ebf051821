import { describe, expect, test } from 'vitest'
import { entriesOf, withDraftAdded } from './text-list-entries.ts'

describe('a list of free texts', () => {
  test('[SOL-19] trims what is added, and empties the box', () => {
    expect(withDraftAdded({ entries: ['Sales'], draft: '  Support ' })).toEqual({
      entries: ['Sales', 'Support'],
      draft: '',
    })
  })

  test.each(['', '   ', '\t\n'])('[SOL-20] adds nothing for %o', (draft) => {
    expect(entriesOf({ entries: ['Sales'], draft })).toEqual(['Sales'])
  })

  test('[SOL-15, 17] ignores what is there already', () => {
    expect(entriesOf({ entries: ['Sales'], draft: ' Sales ' })).toEqual(['Sales'])
  })
})
