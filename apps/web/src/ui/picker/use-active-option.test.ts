import { expect, test } from 'vitest'
import { stepFrom } from './use-active-option.ts'

test('arrows step through the options and around the ends; other keys stay with the field', () => {
  expect(stepFrom(0, 'ArrowDown', 3)).toBe(1)
  expect(stepFrom(2, 'ArrowDown', 3)).toBe(0)
  expect(stepFrom(0, 'ArrowUp', 3)).toBe(2)
  expect(stepFrom(0, 'ArrowDown', 0)).toBeNull()
  for (const key of ['Home', 'End', 'a', 'Tab', 'Escape']) expect(stepFrom(1, key, 3)).toBeNull()
})
