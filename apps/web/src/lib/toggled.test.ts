import { expect, test } from 'vitest'
import { toggled } from './toggled.ts'

test('a value is taken in, and out again', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
  expect(toggled(['a', null], null)).toEqual(['a'])
})
