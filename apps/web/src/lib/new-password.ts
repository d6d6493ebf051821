import { z } from 'zod/mini'

const EACH_KIND = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[@$!%*?&]/]

/** What a password needs when it is changed; more than at sign-up. The messages are English keys. */
export const newPassword = z.string().check(
  z.minLength(12, 'Password must be at least 12 characters'),
  z.refine((text) => EACH_KIND.every((kind) => kind.test(text)), {
    error: 'Password must contain uppercase, lowercase, number, and special character',
  }),
)
