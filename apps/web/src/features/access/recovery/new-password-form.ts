import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import { newPassword } from '@/lib/passwords/new-password.ts'

/** A new password and its confirmation. */
export const newPasswordForm = z.object({ password: newPassword, confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    error: phrase("Passwords don't match"),
  }),
)
