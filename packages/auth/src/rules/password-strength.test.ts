import { describe, expect, test } from 'vitest'
import { judgePassword } from './password-strength.ts'

describe('judgePassword', () => {
  test.each([
    ['8 characters', 'abcdefgh', 'fine'],
    ['8 characters of several bytes', '👍🏽'.repeat(4), 'fine'],
    ['7 characters', 'abcdefg', 'weak'],
    ['7 characters that are 28 bytes', '👍'.repeat(7), 'weak'],
    ['72 bytes', 'a'.repeat(72), 'fine'],
    ['73 bytes', 'a'.repeat(73), 'unusable'],
    ['37 characters that are 74 bytes', 'ä'.repeat(37), 'unusable'],
    ['NUL', 'abcdefgh\0', 'unusable'],
  ] as const)('%s', (_what, password, kind) => {
    expect(judgePassword(password, 8).kind).toBe(kind)
  })
})
