import { describe, expect, test } from 'vitest'
import { stepFrom } from './use-row-keys.ts'

describe('stepFrom', () => {
  const extent = { count: 50, rowsInSight: 13.4 }
  test.each([
    [7, 'ArrowDown', 8],
    [7, 'ArrowUp', 6],
    [7, 'PageDown', 17],
    [17, 'PageUp', 7],
    [7, 'Home', 0],
    [7, 'End', 49],
    [0, 'ArrowUp', 0],
    [49, 'ArrowDown', 49],
    [45, 'PageDown', 49],
    [3, 'PageUp', 0],
    [7, 'a', null],
    [7, 'constructor', null],
  ])('from row %i, %s leads to %o', (index, key, expected) => {
    expect(stepFrom(index, key, extent)).toBe(expected)
  })
})
