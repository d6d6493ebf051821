import { createHash } from 'node:crypto'
import { type ArrangedPerson, arrangePerson } from '@cairn/testing/people'
import type postgres from 'postgres'
import { arrangeCatalogues } from './example-catalogues.ts'
import { arrangeNotifications } from './example-notifications.ts'
import { arrangeExperts, arrangeSystem, type SystemInput } from './systems.ts'

/** The time in the example. It is before any day on which a test runs, so that no session seems to have ended. */
export const EXAMPLE_NOW = new Date('2025-10-15T09:30:00Z')

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const NAMES = [
  'Ada Example',
  'Ben Sample',
  'Cleo Specimen',
  'Dev Placeholder',
  'Eva Demo',
  'Finn Template',
] as const
type Name = (typeof NAMES)[number]

/** The profiles of the people of the example: job role, department, knowledge areas. */
const TOLD: readonly (readonly [Name, string, string, readonly string[]])[] = [
  ['Ada Example', 'CTO', 'Technology', ['Architecture', 'Security', 'Identity']],
  ['Ben Sample', 'Software Engineer', 'Technology', ['Billing', 'PostgreSQL']],
  ['Cleo Specimen', 'Product Manager', 'Product', ['Contracts']],
  ['Dev Placeholder', 'Operations', 'Technology', ['Mail', 'Releases', 'Networks']],
  ['Eva Demo', 'Finance', 'Finance', ['Figures']],
]

interface Example extends Pick<SystemInput, 'name' | 'description' | 'status' | 'details'> {
  owner?: Name
  experts?: Name[]
  created: string
  /** Milliseconds before `EXAMPLE_NOW`; without it, nothing has changed since the creation. */
  changedAgoMs?: number
  changedBy?: Name
}

const SYSTEMS: Example[] = [
  {
    name: 'Billing',
    description: 'Sends invoices and reminders, and tells the bookkeeping what was paid.',
    owner: 'Ben Sample',
    experts: ['Cleo Specimen', 'Eva Demo', 'Finn Template'],
    details: { environment: 'production', vendor: 'Built in-house', reviewedEvery: 'quarter' },
    created: '2025-02-03T10:15:00Z',
    changedAgoMs: 12 * MINUTE_MS,
    changedBy: 'Ben Sample',
  },
  {
    name: 'Build Server',
    description: 'Builds, tests and signs everything that is released.',
    owner: 'Dev Placeholder',
    created: '2025-10-14T14:05:00Z',
  },
  {
    name: 'Customer Portal',
    description: 'Where customers see their contracts and open requests.',
    owner: 'Cleo Specimen',
    created: '2025-03-18T08:40:00Z',
    changedAgoMs: 3 * HOUR_MS,
    changedBy: 'Cleo Specimen',
  },
  {
    name: 'Data Warehouse',
    description: 'Figures of all departments, loaded every night.',
    owner: 'Eva Demo',
    created: '2025-01-09T09:00:00Z',
    changedAgoMs: 2 * DAY_MS,
    changedBy: 'Eva Demo',
  },
  {
    name: 'Document Archive',
    description: 'Keeps signed contracts for ten years.',
    status: 'inactive',
    created: '2024-11-26T15:20:00Z',
  },
  {
    name: 'Identity Provider',
    description: 'One sign-in for everything, with a second factor.',
    owner: 'Ada Example',
    created: '2025-04-07T07:55:00Z',
    changedAgoMs: 5 * DAY_MS,
    changedBy: 'Ada Example',
  },
  {
    name: 'Intranet',
    description: 'News, handbooks and the canteen menu.',
    owner: 'Eva Demo',
    created: '2025-05-12T11:30:00Z',
  },
  {
    name: 'Mail Gateway',
    description: 'Filters and signs the mail of the whole company.',
    owner: 'Dev Placeholder',
    status: 'maintenance',
    created: '2025-06-02T13:45:00Z',
    changedAgoMs: 40 * 1000,
    changedBy: 'Dev Placeholder',
  },
  {
    name: 'Payroll',
    description: 'Pays everybody on the 25th.',
    owner: 'Finn Template',
    created: '2025-06-23T10:00:00Z',
  },
  {
    name: 'Time Tracking',
    description: 'Hours by project, approved by the team leads.',
    status: 'deprecated',
    created: '2024-09-30T12:10:00Z',
  },
  {
    name: 'Ticket Desk',
    description: 'Requests and incidents, with their answers.',
    owner: 'Ben Sample',
    created: '2025-10-09T09:25:00Z',
  },
  {
    name: 'Warehouse Management',
    description: 'Stock, places and deliveries of both sites.',
    owner: 'Finn Template',
    created: '2025-08-20T06:50:00Z',
  },
]

/**
 * Arranges the organization 'Example Works' of this name's domain, and returns its founder. The second call finds it
 * there.
 */
export async function exampleWorks(
  database: postgres.Sql,
  { domain, isEmpty = false }: { domain: string; isEmpty?: boolean },
): Promise<{ email: string }> {
  const email = `ada@${domain}`
  const known = await database`select 1 from auth.users where email = ${email}`
  if (known.length > 0) return { email }
  const people = new Map<Name, ArrangedPerson>()
  for (const name of isEmpty ? NAMES.slice(0, 1) : NAMES) {
    const [first = ''] = name.toLowerCase().split(' ')
    people.set(name, await arrangePerson(database, { email: `${first}@${domain}`, name }))
  }
  const [account] = await database<{ id: string }[]>`
    update public.accounts set name = 'Example Works'
    where id = (select account_id from public.account_domains where domain = ${domain})
    returning id`
  if (account === undefined) throw new Error('Nobody has founded the example.')
  if (isEmpty) return { email }
  // Their first steps were finished long ago.
  await database`
    update auth.users set raw_user_meta_data = raw_user_meta_data || '{"first_steps_hidden": true}'
    where email = ${email}`
  for (const [name, jobRole, department, areas] of TOLD) {
    const id = people.get(name)?.id ?? null
    await database`update public.profiles set job_role = ${jobRole}, department = ${department} where id = ${id}`
    await database`update public.account_members set knowledge_areas = ${[...areas]} where user_id = ${id}`
  }
  const systems = new Map<string, string>()
  for (const [index, example] of SYSTEMS.entries())
    systems.set(
      example.name,
      await arrange(database, { accountId: account.id, domain, people, index, example }),
    )
  const byName = new Map<string, ArrangedPerson>(people)
  await arrangeCatalogues(database, {
    accountId: account.id,
    now: EXAMPLE_NOW,
    person: (name) => byName.get(name),
    systems,
  })
  await arrangeNotifications(database, {
    accountId: account.id,
    now: EXAMPLE_NOW,
    person: (name) => byName.get(name),
  })
  return { email }
}

interface Arrangement {
  accountId: string
  domain: string
  people: ReadonlyMap<Name, ArrangedPerson>
  index: number
  example: Example
}

async function arrange(
  database: postgres.Sql,
  { accountId, domain, people, index, example }: Arrangement,
): Promise<string> {
  const { owner, experts = [], created, changedAgoMs, changedBy, ...fields } = example
  const idOf = (name: Name | undefined) => (name && people.get(name)?.id) ?? null
  const createdAt = new Date(created)
  // The ids are the same in each picture, and different in the example of another domain.
  const start = createHash('sha256').update(domain).digest('hex').slice(0, 8)
  const systemId = await arrangeSystem(database, {
    ...fields,
    id: `${start}-7b54-4e1d-9a3f-${String(index + 1).padStart(12, '0')}`,
    accountId,
    ownerId: idOf(owner),
    createdBy: idOf('Ada Example'),
    updatedBy: idOf(changedBy ?? 'Ada Example'),
    createdAt,
    updatedAt: changedAgoMs === undefined ? createdAt : new Date(EXAMPLE_NOW.getTime() - changedAgoMs),
  })
  const known = experts.flatMap((name) => people.get(name) ?? [])
  await arrangeExperts(database, { accountId, systemId, people: known })
  return systemId
}
