import { phrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordExperts } from '@cairn/workspace/port/records/records'
import type { FindCaller } from '../account/membership.ts'
import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import type { Database } from '../client/database-types.ts'
import { askToSignIn } from '../rows/records.ts'

type ExpertsTable = 'system_experts' | 'record_experts'
type NewExpert = Database['public']['Tables'][ExpertsTable]['Insert']

/** The members who know the records of a kind. By the specification, those of systems are under a name of their own. */
export function createRecordExperts(
  connect: Connect,
  findCaller: FindCaller,
  kind: CatalogueKind,
): RecordExperts {
  const ofSystems = kind === 'system'
  const table: ExpertsTable = ofSystems ? 'system_experts' : 'record_experts'
  const record = ofSystems ? 'system_id' : 'record_id'
  return {
    async experts(recordId) {
      const rows = await ask(connect, (supabase) =>
        supabase
          .from(table)
          .select('expert_id')
          .match({ [record]: recordId }),
      )
      return rows.map((row) => row.expert_id)
    },

    async addExpert(recordId, personId) {
      const { personId: assignedBy } = await findCaller().catch(
        askToSignIn(phrase('You must be logged in to add experts')),
      )
      const assignment = { expert_id: personId, assigned_by: assignedBy }
      const row: NewExpert = ofSystems
        ? { system_id: recordId, ...assignment }
        : { kind, record_id: recordId, ...assignment }
      await tell(connect, (supabase) => supabase.from(table).insert<NewExpert>(row))
    },

    async removeExpert(recordId, personId) {
      await ask(connect, (supabase) =>
        supabase
          .from(table)
          .delete()
          .match({ [record]: recordId, expert_id: personId })
          .select('expert_id')
          .single(),
      )
    },
  }
}
