import type { DetailsPart } from '@cairn/workspace/port/records/details'
import { FIELD_TYPES } from '@cairn/workspace/port/records/fields'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const preview = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  moves: z.number(),
  stays: z.number(),
  first: z.array(z.object({ id: z.string(), name: z.string(), value: z.string() })),
})
const made = z.object({ moved: z.number(), act: z.nullable(z.string()) })

/** The additional details of the account's records. */
export function createDetails(connect: Connect): DetailsPart {
  return {
    preview: (kind, label) =>
      askJson(connect, (supabase) => supabase.rpc('preview_field_of_detail', { kind, label }), preview),
    makeField: (kind, label) =>
      askJson(connect, (supabase) => supabase.rpc('make_field_of_detail', { kind, label }), made),
  }
}
