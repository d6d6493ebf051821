import { validationFailed, weakPassword } from '../errors/auth-errors.ts'
import type { LeakedPasswords } from './leaked-passwords.ts'
import { checkPassword, type PasswordRules } from './strength.ts'

/** What decides about a password. */
interface PasswordChecks {
  settings: { passwords: PasswordRules }
  leakedPasswords: LeakedPasswords
}

/**
 * A password that may be set: everything that sets one asks here (docs/develop/decisions/password-rules.md). `occasion`: which of
 * the two rules holds. Throws `weak_password` with its reasons, or `validation_failed` for what cannot be a password.
 */
export async function newPasswordIn(
  { settings, leakedPasswords }: PasswordChecks,
  password: string,
  occasion: keyof PasswordRules,
): Promise<string> {
  const verdict = checkPassword(password, settings.passwords[occasion])
  if (verdict.kind === 'unusable') throw validationFailed(verdict.message)
  if (verdict.kind === 'weak') throw weakPassword(verdict.message, verdict.reasons)
  if (await leakedPasswords.includes(password)) {
    throw weakPassword('Password is known to be weak and easy to guess, please choose a different one.', [
      'pwned',
    ])
  }
  return password
}
