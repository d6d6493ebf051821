import { expect, test } from 'vitest'
import { moved, placeAfter } from './use-sorting.ts'

test.each([
  ['ArrowUp', 1],
  ['ArrowDown', 3],
  ['Home', 0],
  ['End', 4],
  ['a', null],
])('from the third of five places, %s leads to %o', (key, place) => {
  expect(placeAfter(key, 2, 5)).toBe(place)
})

test('an entry comes to another place, and the others close up', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
})
