import { AGENT_CATALOGUE, type AgentsPart } from './agents.ts'
import { AUTOMATION_CATALOGUE, type AutomationsPart } from './automations.ts'
import type { CatalogueDescriptor } from './records.ts'
import { SOLUTION_CATALOGUE, type SolutionsPart } from './solutions.ts'
import { SYSTEM_CATALOGUE, type SystemsPart } from './systems.ts'

/** The kinds of records, in the order of the menu. */
export const CATALOGUE_KINDS = ['system', 'automation', 'agent', 'solution'] as const

export type CatalogueKind = (typeof CATALOGUE_KINDS)[number]

/** All catalogues. Their differences are defined here, and their appearance in `catalogue/kinds.ts`. */
export const CATALOGUES = {
  system: SYSTEM_CATALOGUE,
  automation: AUTOMATION_CATALOGUE,
  agent: AGENT_CATALOGUE,
  solution: SOLUTION_CATALOGUE,
} as const satisfies Record<CatalogueKind, CatalogueDescriptor>

type Descriptor<Kind extends CatalogueKind> = (typeof CATALOGUES)[Kind]

export type CatalogueTable<Kind extends CatalogueKind = CatalogueKind> = Descriptor<Kind>['table']
export type CatalogueFeature = Descriptor<CatalogueKind>['feature']
export type StatusOf<Kind extends CatalogueKind> = Descriptor<Kind>['statuses'][number]

export const CATALOGUE_TABLES: readonly CatalogueTable[] = CATALOGUE_KINDS.map(
  (kind) => CATALOGUES[kind].table,
)

/** The part of the workspace for each catalogue. */
export interface CatalogueParts {
  readonly systems: SystemsPart
  readonly automations: AutomationsPart
  readonly agents: AgentsPart
  readonly solutions: SolutionsPart
}
