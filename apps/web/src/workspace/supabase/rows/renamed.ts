import { z } from 'zod/mini'

/** The schema of a moment, which JSON has as a text. */
export const moment = z.pipe(
  z.string(),
  z.transform((text) => new Date(text)),
)

/** The schema of an object whose keys the database writes with underscores, in the words of the port. */
export function renamed<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return renamedFor(z.object(shape))
}

/** The same for objects of several shapes. */
export function renamedFor<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(z.transform(inPortWords), schema)
}

function inPortWords(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [portWord(key), value]))
}

function portWord(key: string): string {
  return key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
