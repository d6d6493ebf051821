import type { DeletionEffect, DeletionImpact } from '../port/deletion.ts'
import type { Solution } from '../port/solutions.ts'
import { demoAgents } from './data/agents.ts'
import { demoAutomations } from './data/automations.ts'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from './data/solutions.ts'

interface Named {
  id: string
  name: string
}

/** What deleting the example with this id would touch. */
export function demoEffects(id: string): readonly DeletionEffect[] {
  const { agents, automations } = DEMO_SOLUTION_LINKS
  const linked = (links: readonly string[] | undefined) => (record: Named) =>
    links?.includes(record.id) ?? false
  return [
    ...effect('solutions', DEMO_SOLUTIONS.filter(pointsTo(id))),
    ...effect('agents', demoAgents().filter(linked(agents.get(id)))),
    ...effect('automations', demoAutomations().filter(linked(automations.get(id)))),
  ]
}

/** Whether a solution rests on a record, or has it linked. */
function pointsTo(id: string) {
  const { agents, automations } = DEMO_SOLUTION_LINKS
  return ({ id: solutionId, relatedSystems }: Solution) =>
    [relatedSystems, agents.get(solutionId), automations.get(solutionId)].some((ids) => ids?.includes(id))
}

function effect(affected: DeletionEffect['affected'], records: readonly Named[]): readonly DeletionEffect[] {
  return records.length === 0
    ? []
    : [{ affected, count: records.length, names: records.map(({ name }) => name) }]
}

/** What depends on the examples with these ids. */
export function demoImpact(ids: readonly string[]): readonly DeletionImpact[] {
  const tests = ids.map(pointsTo)
  const solutions = DEMO_SOLUTIONS.filter((solution) => tests.some((points) => points(solution)))
  if (solutions.length === 0) return []
  return [
    {
      kind: 'solution',
      total: solutions.length,
      active: solutions.filter(({ status }) => status === 'active').length,
      items: solutions.map((solution) => ({ id: solution.id, name: solution.name, ownerName: null })),
    },
  ]
}
