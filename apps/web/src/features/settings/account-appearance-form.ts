import { phrase } from '@cairn/workspace/lib/phrase'
import { z } from 'zod/mini'
import { isHttpsAddress } from '@/lib/address/https-address.ts'

/** The rules for an account's appearance; the content policy allows pictures over https only. */
export const accountAppearanceForm = z.object({
  accountName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, phrase('Account name is required')),
      z.maxLength(120, phrase('Account name must have 1 to 120 characters.')),
    ),
  description: z
    .string()
    .check(z.trim(), z.maxLength(500, phrase('Description must have at most 500 characters.'))),
  logoUrl: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isHttpsAddress(text),
      phrase('Enter a logo address that begins with https://.'),
    ),
  ),
})
