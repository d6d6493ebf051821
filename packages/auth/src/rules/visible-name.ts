import { z } from 'zod'

/** Characters that a mail or a page would not show, or would show in another order than typed. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu

/** A name that a user gives a key or an app: without control, direction and invisible characters, trimmed. */
export const visibleName = z
  .string()
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'no control characters')
  .transform((name) => name.replace(INVISIBLE, '').trim())
