import { keyed } from '../../lib/keyed.ts'
import { phrase } from '../../lib/phrase.ts'
import {
  CATALOGUE_KINDS,
  CATALOGUE_TABLES,
  CATALOGUES,
  type CatalogueKind,
  type CatalogueParts,
} from '../port/catalogues.ts'
import type { DashboardCounts } from '../port/dashboard.ts'
import type { CatalogueRecord } from '../port/records.ts'
import { isCounted } from '../rules/counted.ts'
import { loaded, notSaved, samples } from './answers.ts'
import { demoAgents } from './data/agents.ts'
import { demoAutomations } from './data/automations.ts'
import { DEMO_SOLUTION_LINKS, DEMO_SOLUTIONS } from './data/solutions.ts'
import { DEMO_SYSTEMS } from './data/systems.ts'

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
