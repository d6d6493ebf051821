import type { Tag } from '@cairn/workspace/port/records/tags'
import { expect, test } from 'vitest'
import { tagChoices } from './tag-choices.ts'

const TAGS: readonly Tag[] = [
  { id: 'a', name: 'Audit', color: 'red' },
  { id: 'f', name: 'finance', color: 'green' },
]
const choicesOf = (typed: string, taken: readonly string[] = []) => {
  const { tags, newName } = tagChoices(TAGS, taken, typed)
  return [tags.map(({ id }) => id), newName]
}

test('offers tags that are not taken, and a new one where none has the name', () => {
  expect(choicesOf('')).toEqual([['a', 'f'], null])
  expect(choicesOf('', ['a'])).toEqual([['f'], null])
  expect(choicesOf('fin')).toEqual([['f'], 'fin'])
  expect(choicesOf(' Fínance ')).toEqual([['f'], null])
  expect(choicesOf('finance', ['f'])).toEqual([[], null])
})

test('makes a name out of what is typed', () => {
  expect(choicesOf('#legal,  hold')).toEqual([[], 'legal hold'])
  expect(choicesOf('x'.repeat(60))[1]).toHaveLength(40)
})
