import { demoAgents } from '@cairn/workspace/examples/agents'
import { demoAutomations } from '@cairn/workspace/examples/automations'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from '@cairn/workspace/examples/solutions'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact } from '@cairn/workspace/port/records/deletion'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'

const { agents, automations } = DEMO_SOLUTION_LINKS

/** Returns the dependents of the examples with these ids, and the records linked to those that are solutions. */
export function demoImpact(ids: readonly string[]): readonly DeletionImpact[] {
  const holdsOne = (links: readonly string[] | undefined) => links?.some((id) => ids.includes(id)) ?? false
  const belongs = (links: ReadonlyMap<string, readonly string[]>) => {
    const linked = new Set(ids.flatMap((id) => links.get(id) ?? []))
    return ({ id }: CatalogueRecord) => linked.has(id)
  }
  const solutions = DEMO_SOLUTIONS.filter(({ id, relatedSystems }) =>
    [relatedSystems, agents.get(id), automations.get(id)].some(holdsOne),
  )
  return [
    ...impactOn('solution', solutions, solutions.filter(({ status }) => status === 'active').length),
    ...impactOn('automation', demoAutomations().filter(belongs(automations)), 0),
    ...impactOn('agent', demoAgents().filter(belongs(agents)), 0),
  ]
}

function impactOn(
  kind: CatalogueKind,
  records: readonly CatalogueRecord[],
  active: number,
): readonly DeletionImpact[] {
  if (records.length === 0) return []
  const items = records.map(({ id, name, ownerId }) => ({ id, name, ownerId }))
  return [{ kind, total: records.length, active, items }]
}
