import { join } from 'node:path'
import { checkPassword, passwordStrength as strengthAtServer } from '@cairn/auth/passwords/strength'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSupabaseConfig } from '../../apps/server/src/supabase-project/supabase-config.ts'
import { newPassword } from '../../apps/web/src/lib/passwords/new-password.ts'
import {
  MINIMUM_STRENGTH,
  SIGN_UP_PASSWORD,
  passwordStrength as strengthOnScreen,
} from '../../apps/web/src/lib/passwords/password-strength.ts'

// The rules of the installation, for both the screens' judgment of a password and the server's: one table tests both.
const { atSignUp, atChange } = (await readSupabaseConfig(join(import.meta.dirname, '../../supabase'))).auth
  .passwords

const reasonsOf = (password: string, rule: typeof atSignUp) => {
  const verdict = checkPassword(password, rule)
  return verdict.kind === 'weak' ? verdict.reasons : []
}

describe('[DIS-01] [AUTH-32] a password of a sign-up', () => {
  test.each([
    ['', 0, ['length', 'characters']],
    ['aaaaaaaa', 40, ['characters']],
    ['AAAAAAAA', 40, ['characters']],
    ['12345678', 40, ['characters']],
    ['        ', 40, ['characters']],
    ['密码密码密码密码', 20, ['characters']],
    ['aaaaaaa', 20, ['length', 'characters']],
    ['aB1', 60, ['length']],
    ['aB1!aB1', 80, ['length']],
    ['🗿🗿🗿🗿', 20, ['length', 'characters']],
    ['aaaa aaa', 60, []],
    ['aaaaaaaA', 60, []],
    ['ääääääää1', 60, []],
    ['ÄÄÄÄäääé', 60, []],
    ['aaaaaa١٢', 60, []],
    ['密码密码密码a1', 60, []],
    ['Mountain7', 80, []],
    ['Mountain-7', 100, []],
  ] as const)('%j has %d percent, and lacks %j', (password, score, reasons) => {
    expect(strengthOnScreen(password, SIGN_UP_PASSWORD).score).toBe(score)
    expect(strengthAtServer(password, atSignUp)).toBe(score)
    expect(reasonsOf(password, atSignUp)).toEqual(reasons)
  })

  test('is taken by the server where the bar reaches the strength and the list ticks the length', () => {
    expect(MINIMUM_STRENGTH).toBe(atSignUp.minimumStrength)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 14 }), (password) => {
        const { score, met } = strengthOnScreen(password, SIGN_UP_PASSWORD)
        expect(strengthAtServer(password, atSignUp)).toBe(score)
        const isTaken = score >= MINIMUM_STRENGTH && met.includes('length')
        expect(reasonsOf(password, atSignUp).length === 0).toBe(isTaken)
      }),
    )
  })
})

describe('[DIS-01] [SEC-19] [SEC-20] a password of a change', () => {
  test.each([
    ['Mountain-7!', false],
    ['Mountains-7!', true],
    ['mountains-77!', false],
    ['MOUNTAINS-77!', false],
    ['Mountains-seven!', false],
    ['Mountains_777#', false],
    ['Änders-als-1-zuvor!', false],
    ['Änders-Als-1-zuvor!', true],
    ['aaaaaaaa', false],
  ] as const)('%j is taken: %s', (password, isTaken) => {
    expect(newPassword.safeParse(password).success).toBe(isTaken)
    expect(reasonsOf(password, atChange).length === 0).toBe(isTaken)
  })

  test('is taken by the server where the form takes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), (password) => {
        expect(reasonsOf(password, atChange).length === 0).toBe(newPassword.safeParse(password).success)
      }),
    )
  })
})
