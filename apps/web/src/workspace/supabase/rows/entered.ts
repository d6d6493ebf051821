import { z } from 'zod/mini'

/** A column of a built-in field, as requests read it. */
export const text = z.nullable(z.string())
export const number = z.nullable(z.number())

/**
 * A value that a user has entered, as it is written: an empty choice, day or number is null, an empty text the empty
 * text.
 */
export const enteredText = z.catch(z.string(), '')
export const enteredOrNone = z.pipe(
  enteredText,
  z.transform((entered) => entered || null),
)
export const enteredNumber = z.catch(z.nullable(z.number()), null)
