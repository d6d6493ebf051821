import { phrase } from '../../lib/phrase.ts'
import type { CatalogueDescriptor, CataloguePart, CatalogueRecord, RecordInput } from './records.ts'

export const SOLUTION_STATUSES = ['active', 'development', 'inactive', 'deprecated'] as const

export type SolutionStatus = (typeof SOLUTION_STATUSES)[number]

export const SOLUTION_CATALOGUE = {
  title: phrase('Solutions'),
  one: phrase('Solution'),
  table: 'solutions',
  path: '/solutions',
  feature: 'solutions',
  statuses: SOLUTION_STATUSES,
  order: 'name',
  orders: ['name', 'status', 'owner', 'created'],
  counted: 'all',
  usedBy: [],
  fields: {
    use_cases: phrase('Use Cases'),
    users: phrase('Users'),
    related_systems: phrase('Related Systems'),
    details: phrase('Additional Details'),
    automations: phrase('Related Automations'),
    agents: phrase('Related Agents'),
    experts: phrase('Solution Experts'),
  },
} as const satisfies CatalogueDescriptor

/** A product that the organization has built itself. */
export interface Solution extends CatalogueRecord {
  /** The purposes of the solution, as free text. */
  useCases: readonly string[]
  /** The people and teams who use the solution, as free text. */
  users: readonly string[]
  /** The IDs of the systems that the solution depends on. */
  relatedSystems: readonly string[]
  details: Readonly<Record<string, unknown>>
}

export interface NewSolution extends RecordInput {
  useCases: readonly string[]
  users: readonly string[]
  relatedSystems: readonly string[]
  details: Readonly<Record<string, unknown>>
}

export interface SolutionChange extends NewSolution {
  status: SolutionStatus
}

/** The other kinds of records that can belong to a solution. */
export type LinkKind = 'automations' | 'agents'

/** The solutions, listed by name. */
export interface SolutionsPart extends CataloguePart<Solution, NewSolution, SolutionChange> {
  /** The ids of the automations or agents that belong to the solution. */
  links(kind: LinkKind, solutionId: string): Promise<readonly string[]>
  addLink(kind: LinkKind, solutionId: string, linkedId: string): Promise<void>
  removeLink(kind: LinkKind, solutionId: string, linkedId: string): Promise<void>
}
