import { expect, test } from 'vitest'
import { neighbourOf, type RowOrder } from './open-row.ts'

/** Three rows, of which the last has not come yet. */
const ORDER: RowOrder = { length: 3, idAt: (index) => ['a', 'b', undefined][index] }

test.each([
  ['a', 1, 'b'],
  ['b', -1, 'a'],
  ['a', -1, null],
  ['b', 1, null],
  ['elsewhere', 1, null],
] as const)('from row %s, %i away is %s', (id, by, expected) => {
  expect(neighbourOf(ORDER, id, by)).toBe(expected)
})

test('without a table there is no neighbour', () => {
  expect(neighbourOf(null, 'a', 1)).toBeNull()
})
