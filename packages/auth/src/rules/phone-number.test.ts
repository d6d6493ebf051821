import { describe, expect, test } from 'vitest'
import { parsePhoneNumber } from './phone-number.ts'

describe('parsePhoneNumber', () => {
  test.each([
    ['+15550100199', '15550100199'],
    ['15550100199', '15550100199'],
    [' +1 555 010 0199 ', '15550100199'],
  ])('reads %j', (text, digits) => {
    expect(parsePhoneNumber(text)).toBe(digits)
  })

  test.each([
    '',
    '+',
    '1',
    '015550100199',
    '++15550100199',
    '+1555-010-0199',
    '15550100199-invalid',
    '1234567890123456',
    '١٥٥٥٠١٠٠١٩٩',
    '15550100199\n15550100198',
    'ada@acme.test',
  ])('refuses %j', (text) => {
    expect(parsePhoneNumber(text)).toBeNull()
  })
})
