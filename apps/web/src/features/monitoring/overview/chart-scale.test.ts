import { expect, test } from 'vitest'
import { chartScale } from './chart-scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [20, [0, 5, 10, 15, 20]],
  [21, [0, 10, 20, 30]],
  [1_234, [0, 500, 1_000, 1_500]],
])('the axis of a chart up to %i has round steps', (highest, ticks) => {
  expect(chartScale(highest)).toEqual(ticks)
})
