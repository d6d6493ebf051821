import type { LinkKind, Solution, SolutionStatus } from '../port/records/solutions.ts'
import { PLAIN, registeredAt, type Sample } from './registered.ts'

const samples: readonly (Omit<Sample<Solution>, 'updatedBy'> & { status: SolutionStatus })[] = [
  {
    id: 'demo-solution-1',
    name: 'Customer 360',
    description: 'One page for a customer: orders, open incidents and contacts.',
    status: 'active',
    ownerId: 'demo-person-1',
    useCases: ['Prepare a customer visit', 'Answer a complaint'],
    users: ['Sales', 'Support', 'Bo Sample'],
    relatedSystems: ['demo-system-crm', 'demo-system-itsm'],
    details: { repository: 'customer-360', reviewedEvery: 'quarter' },
    registered: '2023-03-27T11:00:00Z',
    tags: ['demo-tag-customers'],
  },
  {
    id: 'demo-solution-2',
    name: 'Purchase Portal',
    description: 'Requests, approvals and orders without a spreadsheet.',
    status: 'development',
    ownerId: null,
    useCases: ['Order equipment'],
    users: ['Finance'],
    relatedSystems: ['demo-system-erp'],
    details: {},
    registered: '2023-10-04T08:30:00Z',
  },
]

export const DEMO_SOLUTIONS: readonly Solution[] = samples.map(({ registered, ...sample }) => ({
  ...PLAIN,
  ...sample,
  ...registeredAt(registered),
  updatedBy: null,
}))

/** The automations and agents of the example solutions; the second solution has none. */
export const DEMO_SOLUTION_LINKS: Record<LinkKind, ReadonlyMap<string, readonly string[]>> = {
  automations: new Map([['demo-solution-1', ['demo-automation-1']]]),
  agents: new Map([['demo-solution-1', ['demo-agent-1']]]),
}
