import { demoAgents } from '@cairn/workspace/examples/agents'
import { demoAutomations } from '@cairn/workspace/examples/automations'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from '@cairn/workspace/examples/solutions'
import { DEMO_SYSTEMS } from '@cairn/workspace/examples/systems'
import { keyed } from '@cairn/workspace/lib/keyed'
import { phrase } from '@cairn/workspace/lib/phrase'
import type { DashboardCounts } from '@cairn/workspace/port/dashboard'
import {
  CATALOGUE_KINDS,
  CATALOGUE_TABLES,
  CATALOGUES,
  type CatalogueKind,
  type CatalogueParts,
} from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { isCounted } from '@cairn/workspace/rules/counted'
import { loaded, notSaved, samples } from './answers.ts'

/** The example records of each kind. */
export const DEMO_RECORDS: Record<CatalogueKind, () => readonly CatalogueRecord[]> = {
  system: () => DEMO_SYSTEMS,
  automation: demoAutomations,
  agent: demoAgents,
  solution: () => DEMO_SOLUTIONS,
}

/** The catalogues of guests. */
export const demoCatalogues: CatalogueParts = {
  systems: samples('system', () => DEMO_SYSTEMS),
  solutions: {
    ...samples('solution', () => DEMO_SOLUTIONS),
    links: (kind, solutionId) => loaded(() => DEMO_SOLUTION_LINKS[kind].get(solutionId) ?? []),
    addLink: () => notSaved(phrase('Solutions')),
    removeLink: () => notSaved(phrase('Solutions')),
  },
  agents: samples('agent', demoAgents),
  automations: samples('automation', demoAutomations),
}

/** The figures of the dashboard. */
export function demoCounts(): DashboardCounts {
  const counts = keyed(CATALOGUE_TABLES, () => 0)
  for (const kind of CATALOGUE_KINDS)
    counts[CATALOGUES[kind].table] = DEMO_RECORDS[kind]().filter((record) => isCounted(kind, record)).length
  return counts
}
