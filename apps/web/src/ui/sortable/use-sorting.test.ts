import { expect, test } from 'vitest'
import { placeAfter } from './use-sorting.ts'

test.each([
  ['ArrowUp', 1],
  ['ArrowDown', 3],
  ['Home', 0],
  ['End', 4],
  ['a', null],
])('from the third of five places, %s leads to %o', (key, place) => {
  expect(placeAfter(key, 2, 5)).toBe(place)
})
