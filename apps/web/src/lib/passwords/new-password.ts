import type { TFunction } from 'i18next'
import { z } from 'zod/mini'
import { NEW_PASSWORD, passwordStrength } from './password-strength.ts'

/** A new password and its repetition, each complaint at its field. What was used before only the server knows. */
export function newPasswordFields(t: TFunction) {
  return z.object({ password: newPassword(t), confirmation: z.string() }).check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      error: t("Passwords don't match"),
    }),
  )
}

function newPassword(t: TFunction) {
  const lacks = (password: string) => {
    const { met } = passwordStrength(password, NEW_PASSWORD)
    return { length: !met.includes('length'), others: met.filter((one) => one !== 'length').length < 4 }
  }
  return z.string().check(
    z.refine((password) => !lacks(password).length, {
      error: t('Password must be at least 12 characters'),
      abort: true,
    }),
    z.refine((password) => !lacks(password).others, {
      error: t('Password must contain uppercase, lowercase, number, and special character'),
    }),
  )
}
