import type { ActivityKind } from '../port/dashboard.ts'
import type { DeletionEffect } from '../port/deletion.ts'
import type { Solution } from '../port/solutions.ts'
import { DEMO_AGENTS } from './data/agents.ts'
import { DEMO_AUTOMATIONS } from './data/automations.ts'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from './data/solutions.ts'

type Affected = DeletionEffect['affected']

/** What deleting one of the examples would touch. */
export function demoEffects(kind: ActivityKind, id: string): readonly DeletionEffect[] {
  const { agents, automations } = DEMO_SOLUTION_LINKS
  switch (kind) {
    case 'system':
      return effect(
        'solutions',
        solutionsWith(({ relatedSystems }) => relatedSystems.includes(id)),
      )
    case 'agent':
      return effect(
        'solutions',
        solutionsWith((solution) => agents.get(solution.id)?.includes(id) ?? false),
      )
    case 'automation':
      return effect(
        'solutions',
        solutionsWith((solution) => automations.get(solution.id)?.includes(id) ?? false),
      )
    case 'solution':
      return [
        ...effect('agents', named(DEMO_AGENTS, agents.get(id))),
        ...effect('automations', named(DEMO_AUTOMATIONS, automations.get(id))),
      ]
  }
}

function solutionsWith(isAffected: (solution: Solution) => boolean): readonly string[] {
  return DEMO_SOLUTIONS.filter(isAffected).map(({ name }) => name)
}

function named(records: readonly { id: string; name: string }[], ids: readonly string[] = []) {
  return records.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
}

function effect(affected: Affected, names: readonly string[]): readonly DeletionEffect[] {
  return names.length === 0 ? [] : [{ affected, count: names.length, names }]
}
