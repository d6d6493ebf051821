import { expect, test } from 'vitest'
import { distinctKeys } from './distinct-keys.ts'

test('no two keys are the same, and those of before stay as items are added', () => {
  expect(distinctKeys(['Ana left', 'Ana left', 'Ben left'])).toEqual(['Ana left', 'Ana left 2', 'Ben left'])
})
