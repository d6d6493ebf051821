import type postgres from 'postgres'
import { EXAMPLE_NOW } from './example-works.ts'

/** Fields, tags, links and views for the systems of the example, in a list that uses them. The second call changes nothing. */
export async function arrangeFields(database: postgres.Sql, email: string): Promise<void> {
  const [person] = await database<{ accountId: string; id: string }[]>`
    select m.account_id as "accountId", m.user_id as id
    from public.account_members m join auth.users u on u.id = m.user_id
    where u.email = ${email}`
  if (person === undefined) throw new Error('Nobody has founded the example.')
  const { accountId, id } = person
  const known = await database`select 1 from public.tags where account_id = ${accountId}`
  if (known.length > 0) return
  await database`
    insert into public.tags (account_id, name, color, created_by)
    select ${accountId}, name, color, ${id}
    from (values ('core', 'blue'), ('finance', 'green'), ('customers', 'purple'), ('move to cloud', 'orange')) as tag (name, color)`
  await database`
    insert into public.own_fields (account_id, kind, key, name, type, help, unit, choices, place, created_by, updated_by)
    values
      (${accountId}, 'system', 'contract_number', 'Contract number', 'text', 'As it stands on the invoice.', '', '[]', 0, ${id}, ${id}),
      (${accountId}, 'system', 'seats', 'Seats', 'number', '', 'users', '[]', 1, ${id}, ${id}),
      (${accountId}, 'system', 'hosting', 'Hosting', 'choice', '', '', ${database.json([
        { id: 'cloud', name: 'Cloud', color: 'blue' },
        { id: 'own_servers', name: 'Own servers', color: 'green' },
      ])}, 2, ${id}, ${id})`
  await fillSystems(database, accountId)
  await database`
    insert into public.views (account_id, kind, person_id, name, icon, address, filter, place, created_by, updated_by)
    values
      (${accountId}, 'system', null, 'Costs by lifecycle', 'coins', 'group=lifecycle&cols=name,owner,tags,cost_per_month,renews_on', '{}', 0, ${id}, ${id}),
      (${accountId}, 'system', ${id}, 'In the cloud', 'globe', 'where=own.hosting.is.cloud',
        '{"conditions": {"match": "all", "conditions": [{"field": "own.hosting", "operator": "is", "values": ["cloud"]}]}}', 1, ${id}, ${id})`
}

/** Gives the systems their values. Each has changed when it had before, and the history says nothing of it. */
async function fillSystems(database: postgres.Sql, accountId: string): Promise<void> {
  await database.begin(async (sql) => {
    await sql`create temp table changed on commit drop as
      select id, updated_at, updated_by from public.systems where account_id = ${accountId}`
    for (const { name, tags, links = [], own, ...fields } of SYSTEMS)
      await sql`
        update public.systems
        set ${sql({ ...fields, links: sql.json([...links]), own: sql.json(own) })}, tags = array(
          select t.id from public.tags t where t.account_id = ${accountId} and t.name = any (${[...tags]}) order by t.name
        )
        where account_id = ${accountId} and name = ${name}`
    // Without its triggers, which would say that it was changed now.
    await sql`set local session_replication_role = replica`
    await sql`
      update public.systems s
      set updated_at = changed.updated_at, updated_by = changed.updated_by
      from changed
      where changed.id = s.id`
    await sql`delete from public.record_history where account_id = ${accountId} and changed_at > ${EXAMPLE_NOW}`
  })
}

interface Filled {
  name: string
  vendor?: string
  criticality?: string
  data_class?: string
  department?: string
  lifecycle?: string
  cost_per_month?: number
  cost_currency?: string
  renews_on?: string
  links?: readonly { purpose: string; title: string; url: string }[]
  tags: readonly string[]
  own: { contract_number?: string; seats?: number; hosting?: string }
}

const SYSTEMS: readonly Filled[] = [
  {
    name: 'Billing',
    vendor: 'In-house',
    criticality: 'high',
    data_class: 'confidential',
    department: 'Finance',
    lifecycle: 'active',
    cost_per_month: 1450,
    cost_currency: 'EUR',
    renews_on: '2025-12-31',
    links: [
      {
        purpose: 'runbook',
        title: 'What to do when invoices stop',
        url: 'https://wiki.example/billing/runbook',
      },
      { purpose: 'repository', title: 'Source code', url: 'https://code.example/billing' },
      { purpose: 'contract', title: 'Print service', url: 'https://files.example/contracts/print.pdf' },
    ],
    tags: ['core', 'finance'],
    own: { contract_number: 'C-2023-118', seats: 45, hosting: 'own_servers' },
  },
  {
    name: 'Build Server',
    department: 'Technology',
    lifecycle: 'active',
    cost_per_month: 220,
    cost_currency: 'EUR',
    tags: [],
    own: { seats: 30, hosting: 'cloud' },
  },
  {
    name: 'Customer Portal',
    vendor: 'In-house',
    criticality: 'critical',
    data_class: 'personal',
    department: 'Product',
    lifecycle: 'active',
    cost_per_month: 900,
    cost_currency: 'EUR',
    tags: ['core', 'customers'],
    own: { hosting: 'cloud' },
  },
  {
    name: 'Data Warehouse',
    department: 'Finance',
    lifecycle: 'active',
    cost_per_month: 3200,
    cost_currency: 'USD',
    renews_on: '2026-03-01',
    tags: ['finance'],
    own: { contract_number: 'C-2024-007', seats: 12, hosting: 'cloud' },
  },
  {
    name: 'Document Archive',
    lifecycle: 'phasing_out',
    cost_per_month: 180,
    cost_currency: 'EUR',
    tags: ['move to cloud'],
    own: { hosting: 'own_servers' },
  },
  {
    name: 'Intranet',
    lifecycle: 'phasing_out',
    cost_per_month: 75.5,
    cost_currency: 'EUR',
    tags: ['move to cloud'],
    own: { seats: 200, hosting: 'own_servers' },
  },
  {
    name: 'Payroll',
    criticality: 'critical',
    data_class: 'special',
    department: 'Finance',
    lifecycle: 'active',
    cost_per_month: 610,
    cost_currency: 'EUR',
    renews_on: '2025-11-30',
    tags: ['core', 'finance'],
    own: { contract_number: 'C-2022-041', seats: 5, hosting: 'cloud' },
  },
  { name: 'Ticket Desk', lifecycle: 'planned', tags: ['customers'], own: {} },
]
