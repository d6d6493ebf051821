import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { GAPS } from '@cairn/workspace/port/records/gap'
import type { GapsPart } from '@cairn/workspace/port/records/gaps'
import { z } from 'zod/mini'
import { askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'
import { createDeparted } from './departed.ts'

const figures = z.partialRecord(
  z.enum([...CATALOGUE_KINDS, 'service_account']),
  z.partialRecord(z.enum(GAPS), z.number()),
)

const coverage = { records: z.number(), withOwner: z.number(), withSecond: z.number() }
const coverageAnswer = z.nullable(
  z.object({
    weeks: z.array(renamed({ week: moment, ...coverage })),
    now: renamed(coverage),
    kinds: z.partialRecord(
      z.enum(CATALOGUE_KINDS),
      z.object({ weeks: z.array(z.number()), now: z.number() }),
    ),
  }),
)

/** The gaps of the account, counted by the server. */
export function createGaps(connect: Connect): GapsPart {
  return {
    figures: () => askJson(connect, (supabase) => supabase.rpc('get_gaps'), figures),

    ...createDeparted(connect),

    async coverage() {
      const answer = await askJson(connect, (supabase) => supabase.rpc('get_coverage'), coverageAnswer)
      if (answer === null) return { weeks: [], now: { records: 0, withOwner: 0, withSecond: 0 }, kinds: {} }
      return { ...answer, weeks: answer.weeks.map(({ week: at, ...row }) => ({ at, ...row })) }
    },
  }
}
