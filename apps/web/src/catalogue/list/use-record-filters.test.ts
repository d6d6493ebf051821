import { expect, test } from 'vitest'
import { ownersOf, toggled } from './use-record-filters.ts'

test('an address names owners by their ids, the user as me, and nobody as none', () => {
  expect(ownersOf('', 'ada')).toEqual([])
  expect(ownersOf('none', 'ada')).toEqual([null])
  expect(ownersOf('me,ben,ada,,none', 'ada')).toEqual(['ada', 'ben', null])
  // A guest owns nothing.
  expect(ownersOf('me', null)).toEqual(['me'])
  expect(ownersOf(Array.from({ length: 90 }, (_, index) => `id-${index}`).join(), null)).toHaveLength(50)
})

test('a value is taken in, and out again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', null], null)).toEqual(['a'])
})
