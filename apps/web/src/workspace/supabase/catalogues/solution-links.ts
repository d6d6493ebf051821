import type { SolutionsPart } from '@cairn/workspace/port/records/solutions'
import type { FindCaller } from '../account/membership.ts'
import { ask, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

/** The agents and automations of a solution. The two tables differ only in the column that names the linked record. */
export function createSolutionLinks(
  connect: Connect,
  findCaller: FindCaller,
): Pick<SolutionsPart, 'links' | 'addLink' | 'removeLink'> {
  return {
    async links(kind, solutionId) {
      const rows = await ask(connect, (supabase) =>
        kind === 'agents'
          ? supabase.from('solution_agents').select('id:agent_id').eq('solution_id', solutionId)
          : supabase.from('solution_automations').select('id:automation_id').eq('solution_id', solutionId),
      )
      return rows.map(({ id }) => id)
    },

    async addLink(kind, solutionId, linkedId) {
      const { personId } = await findCaller()
      const row = { solution_id: solutionId, assigned_by: personId }
      await tell(connect, (supabase) =>
        kind === 'agents'
          ? supabase.from('solution_agents').insert({ ...row, agent_id: linkedId })
          : supabase.from('solution_automations').insert({ ...row, automation_id: linkedId }),
      )
    },

    async removeLink(kind, solutionId, linkedId) {
      await ask(connect, (supabase) =>
        kind === 'agents'
          ? supabase
              .from('solution_agents')
              .delete()
              .eq('solution_id', solutionId)
              .eq('agent_id', linkedId)
              .select('id:agent_id')
              .single()
          : supabase
              .from('solution_automations')
              .delete()
              .eq('solution_id', solutionId)
              .eq('automation_id', linkedId)
              .select('id:automation_id')
              .single(),
      )
    },
  }
}
