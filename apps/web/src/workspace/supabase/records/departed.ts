import type { GapsPart } from '@cairn/workspace/port/records/gaps'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

/** The owners of records who have left the account. */
export function createDeparted(connect: Connect): Pick<GapsPart, 'departed'> {
  return {
    departed: (kind, ids) =>
      ask(connect, (supabase) =>
        supabase
          .from('departed_owners')
          .select('recordId:record_id, name:person_name')
          .eq('kind', kind)
          .in('record_id', [...ids]),
      ),
  }
}
