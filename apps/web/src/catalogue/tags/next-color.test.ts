import { COLORS } from '@cairn/workspace/port/records/fields'
import { expect, test } from 'vitest'
import { nextColor } from './next-color.ts'

test('a new tag gets the color that the fewest have, gray last', () => {
  const tags = COLORS.filter((color) => color !== 'gray').map((color) => ({ color }))
  expect(nextColor([])).toBe('red')
  expect(nextColor([{ color: 'red' }])).toBe('orange')
  expect(nextColor(tags)).toBe('gray')
  expect(nextColor([...tags, { color: 'gray' }])).toBe('red')
})
