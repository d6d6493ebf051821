import { z } from 'zod/mini'
import { phrase } from '../../lib/phrase.ts'
import type { SystemsPart } from '../port/systems.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'
import type { FindCaller } from './membership.ts'
import { askToSignIn } from './records.ts'

const expertRow = z.object({ expert_id: z.string() })
const expertRows = z.array(expertRow)

/** The members who know a system. */
export function createSystemExperts(
  connect: Connect,
  findCaller: FindCaller,
): Pick<SystemsPart, 'experts' | 'addExpert' | 'removeExpert'> {
  return {
    async experts(systemId) {
      const rows = await ask(
        connect,
        (supabase) => supabase.from('system_experts').select('expert_id').eq('system_id', systemId),
        expertRows,
      )
      return rows.map((row) => row.expert_id)
    },

    async addExpert(systemId, personId) {
      const { personId: assignedBy } = await findCaller().catch(
        askToSignIn(phrase('You must be logged in to add experts')),
      )
      const row = { system_id: systemId, expert_id: personId, assigned_by: assignedBy }
      await ask(connect, (supabase) => supabase.from('system_experts').insert(row), z.null())
    },

    async removeExpert(systemId, personId) {
      await ask(
        connect,
        (supabase) =>
          supabase
            .from('system_experts')
            .delete()
            .eq('system_id', systemId)
            .eq('expert_id', personId)
            .select('expert_id')
            .single(),
        expertRow,
      )
    },
  }
}
