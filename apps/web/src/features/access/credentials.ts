import type { TFunction } from 'i18next'
import { z } from 'zod/mini'

/** An address, as the browser's own e-mail fields understand one. */
export function emailField(t: TFunction) {
  return z
    .string()
    .check(
      z.trim(),
      z.email({ pattern: z.regexes.html5Email, error: t('Please enter a valid email address') }),
    )
}

/** A password that is not empty. Its strength is checked elsewhere. */
export function passwordField(t: TFunction) {
  return z.string().check(z.minLength(1, { error: t('Please enter a password') }))
}
