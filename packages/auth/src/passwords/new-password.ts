import { validationFailed, weakPassword } from '../errors/auth-errors.ts'
import type { LeakedPasswords } from './leaked-passwords.ts'
import { checkPassword, type PasswordRules } from './strength.ts'

/** The dependencies of the check of a password. */
interface PasswordChecks {
  settings: { passwords: PasswordRules }
  leakedPasswords: LeakedPasswords
}

/**
 * Checks a new password and returns it: every endpoint that sets one calls this (docs/develop/decisions/password-rules.md).
 * `occasion`: which of the two rules applies. Throws `weak_password` with its reasons, or `validation_failed` for a
 * text that cannot be a password.
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
