import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { GAPS } from '@cairn/workspace/port/records/gap'
import type { Coverage, GapsPart } from '@cairn/workspace/port/records/gaps'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { createDeparted } from './departed.ts'

const figures = z.partialRecord(
  z.enum([...CATALOGUE_KINDS, 'service_account']),
  z.partialRecord(z.enum(GAPS), z.number()),
)

const coverage = { records: z.number(), with_owner: z.number(), with_second: z.number() }
const coverageAnswer = z.nullable(
  z.object({
    weeks: z.array(z.object({ week: z.string(), ...coverage })),
    now: z.object(coverage),
    kinds: z.partialRecord(
      z.enum(CATALOGUE_KINDS),
      z.object({ weeks: z.array(z.number()), now: z.number() }),
    ),
  }),
)

const toCoverage = (row: { records: number; with_owner: number; with_second: number }): Coverage => ({
  records: row.records,
  withOwner: row.with_owner,
  withSecond: row.with_second,
})

/** The gaps of the account, counted by the server. */
export function createGaps(connect: Connect): GapsPart {
  return {
    figures: () => ask(connect, (supabase) => supabase.rpc('get_gaps'), figures),

    ...createDeparted(connect),

    async coverage() {
      const answer = await ask(connect, (supabase) => supabase.rpc('get_coverage'), coverageAnswer)
      if (answer === null) return { weeks: [], now: { records: 0, withOwner: 0, withSecond: 0 }, kinds: {} }
      return {
        weeks: answer.weeks.map((row) => ({ at: new Date(row.week), ...toCoverage(row) })),
        now: toCoverage(answer.now),
        kinds: answer.kinds,
      }
    },
  }
}
