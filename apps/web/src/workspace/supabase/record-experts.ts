import { z } from 'zod/mini'
import { phrase } from '../../lib/phrase.ts'
import type { CatalogueKind } from '../port/catalogues.ts'
import type { RecordExperts } from '../port/records.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import type { Database } from './database-types.ts'
import type { FindCaller } from './membership.ts'
import { askToSignIn } from './records.ts'

type ExpertsTable = `${CatalogueKind}_experts`
type NewExpert = Database['public']['Tables'][ExpertsTable]['Insert']

const expertRow = z.object({ expert_id: z.string() })
const expertRows = z.array(expertRow)

/** The members who know the records of a kind. The four tables are alike but for the column that names the record. */
export function createRecordExperts(
  connect: Connect,
  findCaller: FindCaller,
  kind: CatalogueKind,
): RecordExperts {
  const table: ExpertsTable = `${kind}_experts`
  const record = `${kind}_id`
  return {
    async experts(recordId) {
      const rows = await ask(
        connect,
        (supabase) => supabase.from(table).select('expert_id').eq(record, recordId),
        expertRows,
      )
      return rows.map((row) => row.expert_id)
    },

    async addExpert(recordId, personId) {
      const { personId: assignedBy } = await findCaller().catch(
        askToSignIn(phrase('You must be logged in to add experts')),
      )
      const row = newExpert(kind, recordId, { expert_id: personId, assigned_by: assignedBy })
      await ask(connect, (supabase) => supabase.from(table).insert<NewExpert>(row), z.null())
    },

    async removeExpert(recordId, personId) {
      await ask(
        connect,
        (supabase) =>
          supabase
            .from(table)
            .delete()
            .eq(record, recordId)
            .eq('expert_id', personId)
            .select('expert_id')
            .single(),
        expertRow,
      )
    },
  }
}

function newExpert(
  kind: CatalogueKind,
  recordId: string,
  assignment: { expert_id: string; assigned_by: string },
): NewExpert {
  switch (kind) {
    case 'system':
      return { system_id: recordId, ...assignment }
    case 'solution':
      return { solution_id: recordId, ...assignment }
    case 'agent':
      return { agent_id: recordId, ...assignment }
    case 'automation':
      return { automation_id: recordId, ...assignment }
  }
}
