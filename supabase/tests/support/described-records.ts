import type { FieldType, FieldValue } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import fc from 'fast-check'
import type postgres from 'postgres'
import { z } from 'zod'
import { ID } from './cast.ts'

const uuid = (group: string, number: number) =>
  `00000000-0000-4000-8000-0000${group}${String(number).padStart(6, '0')}`

/** Tags of Acme, and one of the other account. */
export const TAGS = [1, 2, 3].map((number) => uuid('7a', number))
export const RIVAL_TAG = uuid('7b', 1)

/** An own field of each type, of Acme's systems: its key and what its choices are, in their order. */
const OWN_TYPES = {
  note: 'text',
  story: 'long_text',
  price: 'number',
  started: 'date',
  audited: 'yes_no',
  tier: 'choice',
  regions: 'choices',
  steward: 'member',
  twin: 'record',
  site: 'address',
} as const satisfies Record<string, FieldType>
export const CHOICES = { tier: ['gold', 'bronze', 'silver'], regions: ['north', 'south', 'east'] } as const
export const OWN_FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map(
  Object.entries(OWN_TYPES).map(([key, type]) => [`own.${key}`, type]),
)

/** Words that differ by capitals, accents and signs that patterns know, and some that are no plain words at all. */
export const WORDS = [
  'SAP',
  'sap',
  'Özel',
  'ozel',
  '100% sure',
  'a_b',
  "O'Brien",
  '\\d',
  'Straße',
  "'); drop table",
]
export const NUMBERS = [-3.5, 0, 1, 2.25, 10, 1000]
export const DAYS = ['1999-12-31', '2024-02-29', '2026-01-01', '2026-11-26']
export const MEMBERS = [ID.user, ID.viewer, ID.manager]
export const SITES = ['https://a.example/x', 'https://b.example']

const one = <Value>(values: readonly Value[]) => fc.constantFrom(...values)
const some = <Value>(values: readonly Value[]) => fc.uniqueArray(one(values), { maxLength: 2 })
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
const filledOf = (values: readonly string[]) =>
  maybe(fc.uniqueArray(one(values), { minLength: 1, maxLength: 2 }))

const described = fc.record({
  description: one(['', ...WORDS]),
  status: one(['active', 'inactive', 'maintenance']),
  owner_id: fc.option(one(MEMBERS)),
  created_at: one(DAYS.map((day) => `${day}T23:30:00Z`)),
  vendor: one(['', ...WORDS]),
  department: one(['', 'Finance', 'finance', 'Legal']),
  criticality: fc.option(one(['low', 'medium', 'high', 'critical'])),
  data_class: fc.option(one(['public', 'internal', 'special'])),
  lifecycle: fc.option(one(['planned', 'active', 'retired'])),
  cost: fc.option(fc.record({ amount: one([0, 9.99, 120, 1000]), currency: one(['EUR', 'USD']) })),
  renews_on: fc.option(one(DAYS)),
  tags: some(TAGS),
  own: fc.record({
    note: maybe(one(WORDS)),
    story: maybe(one(WORDS)),
    price: maybe(one(NUMBERS)),
    started: maybe(one(DAYS)),
    audited: maybe(fc.boolean()),
    tier: maybe(one(CHOICES.tier)),
    regions: filledOf(CHOICES.regions),
    steward: maybe(one(MEMBERS)),
    twin: maybe(one([ID.billing, ID.ledger])),
    site: maybe(one(SITES)),
  }),
})

const rowSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  status: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  tags: z.array(z.string()),
  own: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
})
const BUILT_IN = [
  'vendor',
  'department',
  'criticality',
  'data_class',
  'lifecycle',
  'cost_per_month',
  'cost_currency',
  'renews_on',
]
const builtIn = z.union([z.string(), z.number(), z.null()])

/**
 * Gives Acme's systems own fields of every type, and describes many new ones by chance. Returns all of Acme's systems
 * as a screen has them.
 */
export async function arrangeDescribed(
  admin: postgres.Sql,
  { seed, count }: { seed: number; count: number },
): Promise<readonly CatalogueRecord[]> {
  await admin.unsafe(`
    insert into public.tags (id, account_id, name)
    select id::uuid, '${ID.acme}', 'tag ' || id from unnest('{${TAGS.join()}}'::text[]) id;
    insert into public.tags (id, account_id, name) values ('${RIVAL_TAG}', '${ID.rivals}', 'theirs');`)
  for (const [place, [key, type]] of Object.entries(OWN_TYPES).entries()) {
    const choices = key === 'tier' || key === 'regions' ? CHOICES[key] : []
    await admin`
      insert into public.own_fields (account_id, kind, key, name, type, record_kind, choices, place)
      values (${ID.acme}, 'system', ${key}, ${`Own ${key}`}, ${type}, ${type === 'record' ? 'system' : null},
        ${JSON.stringify(choices.map((id) => ({ id, name: id, color: 'gray' })))}::text::jsonb, ${place})`
  }
  const rows = fc.sample(described, { seed, numRuns: count }).map(({ cost, ...values }, number) => ({
    ...values,
    id: uuid('d5', number),
    account_id: ID.acme,
    name: `${WORDS[number % WORDS.length]} ${number}`,
    cost_per_month: cost?.amount ?? null,
    cost_currency: cost?.currency ?? null,
  }))
  await admin.unsafe(
    `insert into public.systems (id, account_id, name, description, status, owner_id, created_at, vendor, department,
      criticality, data_class, lifecycle, cost_per_month, cost_currency, renews_on, tags, own)
    select id, account_id, name, description, status, owner_id, created_at, vendor, department, criticality, data_class,
      lifecycle, cost_per_month, cost_currency, renews_on, tags, own
    from jsonb_populate_recordset(null::public.systems, $1::text::jsonb)`,
    [JSON.stringify(rows)],
  )
  const [found] = await admin`
    select jsonb_agg(to_jsonb(s) order by s.id) as systems from public.systems s where s.account_id = ${ID.acme}`
  return z.array(rowSchema).parse(found?.['systems']).map(recordOf)
}

function recordOf(row: z.infer<typeof rowSchema>): CatalogueRecord {
  const fields: Record<string, FieldValue> = {}
  for (const key of BUILT_IN) {
    const value = builtIn.parse(row[key])
    if (value !== null && value !== '') fields[key] = value
  }
  for (const [key, value] of Object.entries(row.own)) fields[`own.${key}`] = value
  return {
    id: row.id,
    name: row.name,
    description: row.description ?? '',
    createdAt: new Date(row.created_at),
    updatedAt: new Date(row.updated_at),
    ownerId: row.owner_id,
    accountId: ID.acme,
    status: row.status,
    createdBy: null,
    updatedBy: null,
    version: row.updated_at,
    fields,
    tags: row.tags,
    links: [],
  }
}
