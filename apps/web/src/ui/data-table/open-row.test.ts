import { expect, test } from 'vitest'
import { createRowOrder, hasNeighbour, neighbourOf, type RowOrder } from './open-row.ts'

/** Three rows, of which the last is not loaded yet. */
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

test.each([
  ['a', -1, false],
  ['a', 1, true],
  ['b', 1, true],
  ['elsewhere', 1, false],
] as const)('from row %s one can step %i: %s', (id, by, expected) => {
  expect(hasNeighbour(ORDER, id, by)).toBe(expected)
})

test('notifies subscribers of a new order of the table until they unsubscribe', () => {
  const order = createRowOrder()
  let heard = 0
  const unsubscribe = order.subscribe(() => {
    heard += 1
  })
  order.set(ORDER)
  expect(order.current()).toBe(ORDER)
  unsubscribe()
  order.set(ORDER)
  expect(heard).toBe(1)
})
