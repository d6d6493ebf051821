import type { ArrangedPerson } from '@cairn/testing/people'
import type postgres from 'postgres'
import { arrangeAgent, arrangeAutomation, arrangeLink, arrangeSolution } from './records.ts'

const HOUR_MS = 60 * 60_000

interface Arrangement {
  accountId: string
  /** The moment at which the example is looked at. */
  now: Date
  person: (name: string) => ArrangedPerson | undefined
  /** The ids of the systems, by name. */
  systems: ReadonlyMap<string, string>
}

/** Arranges the solutions, agents and automations of the example. */
export async function arrangeCatalogues(
  database: postgres.Sql,
  { accountId, now, person, systems }: Arrangement,
): Promise<void> {
  const by = (name: string) => {
    const id = person(name)?.id ?? null
    return { ownerId: id, createdBy: id }
  }
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const related = (...names: string[]) => names.flatMap((name) => systems.get(name) ?? [])

  const automationId = await arrangeAutomation(database, {
    accountId,
    name: 'Invoice approval',
    source: 'Power Automate',
    description: 'Asks the owner of the cost centre before an invoice is booked.',
    status: 'active',
    lastRun: hoursAgo(2),
    createdAt: new Date('2025-06-11T08:00:00Z'),
    ...by('Finn Template'),
  })
  await arrangeAutomation(database, {
    accountId,
    name: 'New lead to sales channel',
    source: 'Zapier',
    webhookUrl: 'https://hooks.example/leads',
    description: 'Posts every qualified lead to the channel of the sales team.',
    status: 'active',
    lastRun: hoursAgo(0.2),
    createdAt: new Date('2025-09-02T13:30:00Z'),
    ...by('Ben Sample'),
  })
  await arrangeAutomation(database, {
    accountId,
    name: 'Weekly stock report',
    source: 'Make.com',
    description: 'Collects stock figures and mails them on Monday morning.',
    createdAt: new Date('2025-03-05T07:45:00Z'),
    ...by('Dev Placeholder'),
  })
  await arrangeAutomation(database, {
    accountId,
    name: 'Nightly backup check',
    source: 'Other',
    description: 'Restores last night’s backup and compares it.',
    status: 'active',
    lastRun: hoursAgo(8),
    createdAt: new Date('2025-01-20T10:00:00Z'),
  })
  const agentId = await arrangeAgent(database, {
    accountId,
    name: 'Support Assistant',
    platform: 'Anthropic',
    description: 'Drafts answers to incidents from what was answered before.',
    status: 'active',
    lastUsed: hoursAgo(0.5),
    createdAt: new Date('2025-08-14T10:10:00Z'),
    ...by('Cleo Specimen'),
  })
  await arrangeAgent(database, {
    accountId,
    name: 'Contract Reader',
    platform: 'OpenAI',
    description: 'Finds terms and deadlines in supplier contracts.',
    status: 'training',
    lastUsed: hoursAgo(70),
    createdAt: new Date('2025-07-01T15:30:00Z'),
    ...by('Eva Demo'),
  })
  await arrangeAgent(database, {
    accountId,
    name: 'Shift Planner',
    platform: 'Custom',
    description: 'Suggests shifts for the warehouse.',
    createdAt: new Date('2025-04-22T09:00:00Z'),
    ...by('Finn Template'),
  })
  const solutionId = await arrangeSolution(database, {
    accountId,
    name: 'Customer 360',
    description: 'One page for a customer: contracts, open requests and who to call.',
    useCases: ['Prepare a customer visit', 'Answer a complaint'],
    users: ['Ben Sample', 'Sales', 'Support'],
    relatedSystems: related('Billing', 'Customer Portal', 'Ticket Desk'),
    details: { repository: 'customer-360', reviewedEvery: 'quarter' },
    createdAt: new Date('2025-02-17T11:00:00Z'),
    ...by('Cleo Specimen'),
  })
  await arrangeLink(database, { accountId, solutionId, agentId, automationId })
  await arrangeSolution(database, {
    accountId,
    name: 'Purchase Portal',
    description: 'Requests, approvals and orders without a spreadsheet.',
    status: 'development',
    useCases: ['Order equipment'],
    users: ['Finance'],
    relatedSystems: related('Billing'),
    createdAt: new Date('2025-09-24T08:30:00Z'),
    ...by('Finn Template'),
  })
  await arrangeSolution(database, {
    accountId,
    name: 'Shelf Labels',
    description: 'Prints labels from the stock list.',
    status: 'deprecated',
    createdAt: new Date('2024-10-08T12:00:00Z'),
  })
}
