import { expect, it } from 'vitest'
import { contentRange, rangeStatus } from './content-range.ts'

it.each<[number, number, number | null, string]>([
  [0, 9, null, '0-9/*'],
  [0, 9, 100, '0-9/100'],
  [0, -1, null, '*/*'],
  [0, -1, 0, '*/0'],
  [5, 4, 3, '*/3'],
])('rows %i to %i of %s: %s', (first, last, total, header) => {
  expect(contentRange(first, last, total)).toBe(header)
})

it.each<[number, number, number | null, number]>([
  [0, 10, null, 200],
  [0, 10, 10, 200],
  [0, 5, 10, 206],
  [10, 0, 10, 206],
  [11, 0, 10, 416],
])('from %i on %i rows of %s: %i', (offset, rows, total, status) => {
  expect(rangeStatus(offset, rows, total)).toBe(status)
})
