import { z } from 'zod'

/** Operands and options that several commands share. */
export const EMAIL = z.email({ error: 'name a mail address' })
export const ACCOUNT = z.string({ error: 'name an account by its id or name' }).trim().min(1)
export const DOMAIN = z
  .string({ error: 'name a domain' })
  .trim()
  .toLowerCase()
  .regex(/^[^\s@.]+(\.[^\s@.]+)+$/, 'name a domain, such as example.com')
  .max(253)
