import { expect, test } from 'vitest'
import { idsBetween, placeOf } from './row-range.ts'

const question = {}
/** Six rows, of which the middle ones have not come. */
const paged = {
  length: 6,
  at: (index: number) => (index < 2 || index > 3 ? { id: `r${index}` } : undefined),
  question,
  load: async (first: number, last: number) =>
    ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'].slice(first, last + 1).map((id) => ({ id })),
}

test('a range of rows that are there is known at once, in either direction', () => {
  expect(idsBetween(0, 1, paged)).toEqual(['r0', 'r1'])
  expect(idsBetween(5, 4, paged)).toEqual(['r4', 'r5'])
})

test('a range over rows that have not come loads them', async () => {
  const ids = idsBetween(5, 1, paged)
  expect(typeof ids === 'function' && (await ids())).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
})

test('a range starts where the row is now, or where it was while the order is the same', () => {
  expect(placeOf({ id: 'r4', index: 0, question }, paged)).toBe(4)
  expect(placeOf({ id: 'r2', index: 2, question }, paged)).toBe(2)
  expect(placeOf({ id: 'r2', index: 2, question: {} }, paged)).toBe(null)
  expect(placeOf(null, paged)).toBe(null)
})
