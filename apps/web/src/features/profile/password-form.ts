import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import { newPassword } from '@/lib/passwords/new-password.ts'

/** The form that changes the password. */
export const passwordForm = z
  .object({
    current: z.string().check(z.minLength(1, phrase('Current password is required'))),
    next: newPassword,
    confirmation: z.string(),
    endsPrograms: z.boolean(),
  })
  .check(
    z.refine(({ next, current }) => next !== current, {
      error: phrase('New password must be different from current password'),
      path: ['next'],
    }),
    z.refine(({ next, confirmation }) => next === confirmation, {
      error: phrase("Passwords don't match"),
      path: ['confirmation'],
    }),
  )

export type PasswordForm = z.infer<typeof passwordForm>

export const EMPTY_PASSWORD_FORM: PasswordForm = {
  current: '',
  next: '',
  confirmation: '',
  endsPrograms: true,
}

/** Why the handler takes what was entered no further, whatever the form let through (SEC-24). */
export type PasswordRefusal = 'current-missing' | 'mismatch' | 'too-weak' | 'same'

/** The first thing that is wrong, or null. */
export function passwordRefusal({ current, next, confirmation }: PasswordForm): PasswordRefusal | null {
  if (current === '') return 'current-missing'
  if (next !== confirmation) return 'mismatch'
  if (!newPassword.safeParse(next).success) return 'too-weak'
  return next === current ? 'same' : null
}
