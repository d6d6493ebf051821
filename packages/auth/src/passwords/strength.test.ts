import { describe, expect, test } from 'vitest'
import { checkPassword } from './strength.ts'

describe('checkPassword', () => {
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
    expect(
      checkPassword(password, { minimumLength: 8, requiredCharacters: [], minimumStrength: 0 }).kind,
    ).toBe(kind)
  })

  test.each([
    ['short and plain', 'abc', ['length', 'characters']],
    ['long without a sign', 'Abcdefghijk1', ['characters']],
    ['long without a capital', 'abcdefghij1!', ['characters']],
    ['all of it, but short', 'Abcdefgh1!', ['length']],
    ['all of it', 'Abcdefghij1!', []],
    ['all of it, and other characters', 'Abcdefghij1! ü~', []],
  ] as const)('[DIS-01] [SEC-20] %s', (_what, password, reasons) => {
    const rule = {
      minimumLength: 12,
      requiredCharacters: [
        'abcdefghijklmnopqrstuvwxyz',
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        '0123456789',
        '@$!%*?&',
      ],
      minimumStrength: 0,
    }
    const verdict = checkPassword(password, rule)
    expect(verdict.kind === 'weak' ? verdict.reasons : []).toEqual(reasons)
  })
})
