import type { GapsPart } from '@cairn/workspace/port/records/gaps'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const rows = z.array(z.object({ record_id: z.string(), person_name: z.nullable(z.string()) }))

/** The owners of records who have left the account. */
export function createDeparted(connect: Connect): Pick<GapsPart, 'departed'> {
  return {
    async departed(kind, ids) {
      const left = await ask(
        connect,
        (supabase) =>
          supabase
            .from('departed_owners')
            .select('record_id, person_name')
            .eq('kind', kind)
            .in('record_id', [...ids]),
        rows,
      )
      return left.map(({ record_id, person_name }) => ({ recordId: record_id, name: person_name }))
    },
  }
}
