import { z } from 'zod/mini'
import { CATALOGUE_KINDS } from '../port/catalogues.ts'
import { GAPS } from '../port/gap.ts'
import type { GapsPart } from '../port/gaps.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'

const figures = z.partialRecord(z.enum(CATALOGUE_KINDS), z.partialRecord(z.enum(GAPS), z.number()))

/** The gaps of the account, counted by the server. */
export function createGaps(connect: Connect): GapsPart {
  return { figures: () => ask(connect, (supabase) => supabase.rpc('get_gaps'), figures) }
}
