import type { Refusal } from '@cairn/workspace/errors'
import { z } from 'zod/mini'

/** The refusal in the details of an error: a code, and its parameters behind a blank; null in those of Postgres. */
export function refusalIn(details: string): Refusal | null {
  const [, code, json] = /^([a-z_]+(?:\.[a-z_]+)?)(?: (\{.*\}))?$/.exec(details) ?? []
  if (code === undefined) return null
  try {
    return { code, parameters: z.record(z.string(), z.unknown()).parse(JSON.parse(json ?? '{}')) }
  } catch {
    return null
  }
}

/** The refusal that was noted with a sentence; null where there is none, as in what an older server has noted. */
export const refusalText = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((text) => refusalIn(text ?? '')),
)
