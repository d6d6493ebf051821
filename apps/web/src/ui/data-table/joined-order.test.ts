import { expect, test } from 'vitest'
import { joinedOrder } from './joined-order.ts'
import { neighbourOf, type RowOrder } from './open-row.ts'

const orderOf = (...ids: (string | undefined)[]): RowOrder => ({
  length: ids.length,
  idAt: (index) => ids[index],
})

/** All rows that a user comes to from the first one. */
function steps(order: RowOrder, first: string, by: 1 | -1): readonly string[] {
  const ids = [first]
  for (let at = neighbourOf(order, first, by); at !== null; at = neighbourOf(order, at, by)) ids.push(at)
  return ids
}

test('the user steps from one table to the next, and back', () => {
  const order = joinedOrder([orderOf('a', 'b'), orderOf(), orderOf('c'), orderOf('d', undefined)])
  expect(order.length).toBe(5)
  expect(steps(order, 'a', 1)).toEqual(['a', 'b', 'c', 'd'])
  expect(steps(order, 'd', -1)).toEqual(['d', 'c', 'b', 'a'])
})

test('a row in two tables is listed once', () => {
  expect(steps(joinedOrder([orderOf('a', 'b'), orderOf('a', 'c')]), 'a', 1)).toEqual(['a', 'b', 'c'])
})
