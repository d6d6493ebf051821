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

/** Something that the organisation has built itself. */
export interface Solution extends CatalogueRecord {
  /** What it is for, in free words. */
  useCases: readonly string[]
  /** Who uses it: people and teams, in free words. */
  users: readonly string[]
  /** The ids of the systems on which it rests. */
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

/** What else can belong to a solution. */
export type LinkKind = 'automations' | 'agents'

/** The solutions, listed by name. */
export interface SolutionsPart extends CataloguePart<Solution, NewSolution, SolutionChange> {
  /** The ids of the automations or agents that belong to the solution. */
  links(kind: LinkKind, solutionId: string): Promise<readonly string[]>
  addLink(kind: LinkKind, solutionId: string, linkedId: string): Promise<void>
  removeLink(kind: LinkKind, solutionId: string, linkedId: string): Promise<void>
}
