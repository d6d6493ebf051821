import { randomInt } from 'node:crypto'
import { casesToTry } from '@cairn/testing/tier'
import {
  type Condition,
  type Conditions,
  FILTER_TYPES,
  OPERATORS,
  OPERATORS_OF,
} from '@cairn/workspace/port/records/conditions'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { conditionProblem } from '@cairn/workspace/rules/condition-problem'
import { conditionsTest } from '@cairn/workspace/rules/conditions'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { preview } from '../support/bulk.ts'
import { type Actor, ID } from '../support/cast.ts'
import {
  arrangeDescribed,
  CHOICES,
  DAYS,
  MEMBERS,
  NUMBERS,
  OWN_FIELD_TYPES,
  RIVAL_TAG,
  SITES,
  TAGS,
  WORDS,
} from '../support/described-records.ts'
import { OWN } from '../support/own-rows.ts'
import { openStage, type Stage } from '../support/stage.ts'

const seed = Number(process.env['CONDITIONS_SEED'] ?? randomInt(2 ** 31))
/** The records that fill at most a page together with those of the cast. */
const COUNT = 90
const RUNS = casesToTry('CONDITIONS_RUNS', { once: 150, repeated: 400 })

const TYPES: ReadonlyMap<string, FieldType> = new Map([...FILTER_TYPES, ...OWN_FIELD_TYPES])
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  status: ['active', 'inactive', 'gone'],
  owner: [...MEMBERS, ID.nobody],
  tags: [...TAGS, RIVAL_TAG],
  criticality: ['low', 'critical', 'none'],
  data_class: ['public', 'special'],
  lifecycle: ['planned', 'retired'],
  cost_per_month: ['0', '9.99', '120', '120.0', '-1'],
  cost_currency: ['EUR', 'usd'],
  department: ['finance', 'LEGAL', 'x'],
  'own.tier': [...CHOICES.tier, 'none'],
  'own.regions': [...CHOICES.regions, 'none'],
  'own.twin': [ID.billing, ID.ledger, ID.archive],
  'own.site': [...SITES, 'EXAMPLE'],
}
const OF_TYPE: Readonly<Record<FieldType, readonly string[]>> = {
  text: [...WORDS, 'a', '%', '_', ''],
  long_text: [...WORDS, 'a', '%', ''],
  number: [...NUMBERS.map(String), '2.250', '-0'],
  date: [...DAYS, '2025-06-30'],
  yes_no: ['yes', 'no'],
  choice: [],
  choices: [],
  member: [...MEMBERS, ID.nobody],
  record: [],
  address: [],
}
const valuesOf = (field: string, type: FieldType) => EXAMPLES[field] ?? OF_TYPE[type]

let stage: Stage
let records: readonly CatalogueRecord[]
beforeAll(async () => {
  stage = await openStage()
  records = await arrangeDescribed(stage.admin, { seed, count: COUNT })
})
afterAll(() => stage?.close())

const found = z.object({ total: z.number(), items: z.array(z.looseObject({ id: z.string() })) })

async function find(
  conditions: unknown,
  { actor = 'viewer', kind = 'system' }: { actor?: Actor; kind?: string } = {},
) {
  const [row] = await stage.as(
    actor,
    (tx) =>
      tx`select public.find_records(${kind}, conditions => ${JSON.stringify(conditions)}::text::jsonb) as answer`,
  )
  const { total, items } = found.parse(row?.['answer'])
  expect(total).toBe(items.length)
  return items.map(({ id }) => id).sort()
}

const all = (...conditions: Conditions['conditions']): Conditions => ({ match: 'all', conditions })
const fitting = (conditions: Conditions) =>
  records
    .filter(conditionsTest(conditions))
    .map(({ id }) => id)
    .sort()

/** Makes a condition with this operator out of the examples of the field. */
function conditionOf(field: string, operator: Condition['operator'], picks: readonly number[]): Condition {
  const type = TYPES.get(field) ?? 'text'
  const examples = valuesOf(field, type)
  const values = picks.map((pick) => examples[pick % examples.length] ?? '')
  const count = { empty: 0, filled: 0, before: 1, after: 1, between: 2 }[String(operator)] ?? values.length
  return { field, operator, values: values.slice(0, count) }
}

const condition = fc
  .constantFrom(
    ...[...TYPES].flatMap(([field, type]) => OPERATORS_OF[type].map((operator) => ({ field, operator }))),
  )
  .chain(({ field, operator }) =>
    fc.array(fc.nat(100), { minLength: 2, maxLength: 3 }).map((picks) => conditionOf(field, operator, picks)),
  )
const match = fc.constantFrom('all' as const, 'any' as const)
const group = fc.record({ match, conditions: fc.array(condition, { maxLength: 3 }) })
const conditions = fc.record({
  match,
  conditions: fc.array(fc.oneof({ weight: 3, arbitrary: condition }, group), { maxLength: 4 }),
})

describe(`conditions (CONDITIONS_SEED=${seed})`, () => {
  it.each([...TYPES])('asks %s, a field of the type %s, all that it can be asked', async (field, type) => {
    for (const operator of OPERATORS_OF[type])
      for (const picks of [
        [0, 1],
        [2, 3],
        [3, 0],
      ]) {
        const one = all(conditionOf(field, operator, picks))
        expect({ one, ids: await find(one) }).toEqual({ one, ids: fitting(one) })
      }
  })

  it('finds what a plain model finds, whatever is put together', async () => {
    await fc.assert(
      fc.asyncProperty(conditions, async (asked) => {
        expect(await find(asked)).toEqual(fitting(asked))
      }),
      { seed, numRuns: RUNS, endOnFailure: true },
    )
  })

  it('reaches in bulk what the list shows', async () => {
    const asked = all({ field: 'vendor', operator: 'is', values: ['sap'] })
    const [row] = await stage.as(
      'manager',
      (tx) => tx`
        select public.preview_bulk('system', 'status', 'deprecated', conditions => ${JSON.stringify(asked)}::text::jsonb)
          as answer`,
    )
    expect(row?.['answer']).toMatchObject({ changes: fitting(asked).length })
    const [done] = await stage.as(
      'manager',
      (tx) => tx`
        select public.change_in_bulk('system', 'status', 'deprecated', conditions => ${JSON.stringify(asked)}::text::jsonb)
          as answer`,
    )
    expect(done?.['answer']).toMatchObject({ changes: fitting(asked).length })
    expect(fitting(asked).length).toBeGreaterThan(0)
    await expect(
      stage.as('manager', (tx) => preview(tx, { action: 'status', value: 'x', ids: [] })),
    ).resolves.toMatchObject({
      total: 0,
    })
  })

  it.each([
    [{ field: 'seats', operator: 'is', values: ['1'] }, 'There is no field "seats" to filter by.'],
    [
      { field: 'own.nothing', operator: 'is', values: ['1'] },
      'There is no field "own.nothing" to filter by.',
    ],
    [{ field: "vendor'--", operator: 'is', values: ['1'] }, 'There is no field "vendor\'--" to filter by.'],
    [{ field: 't.vendor', operator: 'is', values: ['1'] }, 'There is no field "t.vendor" to filter by.'],
    [
      { field: 'vendor', operator: 'before', values: ['1'] },
      'The field "vendor" cannot be filtered by "before".',
    ],
    [
      { field: 'vendor', operator: 'or true', values: ['1'] },
      'The field "vendor" cannot be filtered by "or true".',
    ],
    [
      { field: 'vendor', operator: 'is', values: [] },
      'The filter by the field "vendor" has too few or too many values.',
    ],
    [
      { field: 'vendor', operator: 'empty', values: ['x'] },
      'The filter by the field "vendor" has too few or too many values.',
    ],
    [
      { field: 'own.price', operator: 'between', values: ['1'] },
      'The filter by the field "own.price" has too few or too many values.',
    ],
    [
      { field: 'own.price', operator: 'after', values: ['NaN'] },
      'The field "own.price" cannot be filtered by the value "NaN".',
    ],
    [
      { field: 'cost_per_month', operator: 'is', values: ['1e308'] },
      'The field "cost_per_month" cannot be filtered by the value "1e308".',
    ],
    [
      { field: 'renews_on', operator: 'before', values: ['2026-02-30'] },
      'The field "renews_on" cannot be filtered by the value "2026-02-30".',
    ],
    [
      { field: 'renews_on', operator: 'after', values: ['1899-12-31'] },
      'The field "renews_on" cannot be filtered by the value "1899-12-31".',
    ],
    [
      { field: 'renews_on', operator: 'before', values: ['99999-01-01'] },
      'The field "renews_on" cannot be filtered by the value "99999-01-01".',
    ],
    [
      { field: 'created', operator: 'after', values: ['today'] },
      'The field "created" cannot be filtered by the value "today".',
    ],
    [
      { field: 'own.audited', operator: 'is', values: ['true'] },
      'The field "own.audited" cannot be filtered by the value "true".',
    ],
  ])('refuses %o by name, as the browser does', async (one, message) => {
    await expect(find({ match: 'all', conditions: [one] })).rejects.toMatchObject({ code: '22023', message })
    const operator = OPERATORS.find((known) => known === one.operator)
    if (operator !== undefined) expect(conditionProblem(all({ ...one, operator }), TYPES)).not.toBeNull()
  })

  it.each([
    [
      { field: 'owner', operator: 'is', values: ['me'] },
      'The field "owner" cannot be filtered by the value "me".',
    ],
    [
      { field: 'tags', operator: 'all_of', values: ['finance'] },
      'The field "tags" cannot be filtered by the value "finance".',
    ],
  ])('refuses %o, which the browser takes for the id of nobody', async (one, message) => {
    await expect(find({ match: 'all', conditions: [one] })).rejects.toMatchObject({ code: '22023', message })
  })

  const vendor = { field: 'vendor', operator: 'filled', values: [] } as const
  const nested = { match: 'any', conditions: [vendor] } as const
  it.each([
    [
      '51 conditions',
      { match: 'all', conditions: Array.from({ length: 51 }, () => vendor) },
      /at most 50 conditions/,
    ],
    [
      '51 nested conditions',
      {
        match: 'all',
        conditions: Array.from({ length: 3 }, () => ({
          ...nested,
          conditions: Array.from({ length: 17 }, () => vendor),
        })),
      },
      /at most 50 conditions/,
    ],
    [
      '101 values',
      {
        match: 'all',
        conditions: [{ ...vendor, operator: 'is', values: Array.from({ length: 101 }, String) }],
      },
      /at most 100 values/,
    ],
    [
      '100 kB',
      { match: 'all', conditions: [{ ...vendor, operator: 'is', values: ['x'.repeat(100_000)] }] },
      /at most 100,000 characters/,
    ],
    ['deeper nesting', { match: 'all', conditions: [{ match: 'all', conditions: [nested] }] }, /nested once/],
    ['no list', { match: 'all' }, /^Conditions need/],
    ['another match', { match: 'none', conditions: [vendor] }, /^Conditions need/],
    ['more than asked', { match: 'all', conditions: [], sql: 'true' }, /^Conditions need/],
    ['a text', 'vendor', /^Conditions need/],
    ['a list', [vendor], /^Conditions need/],
    ['a number for a condition', { match: 'all', conditions: [1] }, /^A condition needs/],
    [
      'a condition without values',
      { match: 'all', conditions: [{ field: 'vendor', operator: 'empty' }] },
      /^A condition needs/,
    ],
    ['a number as value', { match: 'all', conditions: [{ ...vendor, values: [1] }] }, /^A condition needs/],
    ['a list as value', { match: 'all', conditions: [{ ...vendor, values: [['x']] }] }, /^A condition needs/],
  ])('refuses %s', async (_title, asked, message) => {
    await expect(find(asked)).rejects.toMatchObject({
      code: '22023',
      message: expect.stringMatching(message),
    })
  })

  it('asks what depends on a record, on something without an owner, and on nothing', async () => {
    await stage.admin`insert into public.relations (account_id, from_id, to_id, type) values
      (${ID.acme}, ${ID.archive}, ${ID.ledger}, 'depends_on'), (${ID.acme}, ${ID.billing}, ${ID.archive}, 'feeds_data_to'),
      (${ID.acme}, ${ID.ledger}, ${ID.billing}, 'replaces')`
    const cast = async (field: string, operator: Condition['operator'], values: readonly string[] = []) => {
      const ids = await find(all({ field, operator, values }))
      return (['archive', 'billing', 'ledger'] as const).filter((name) => ids.includes(ID[name]))
    }
    expect(await cast('depends_on', 'is', [ID.ledger])).toEqual(['archive'])
    expect(await cast('depends_on', 'is', [ID.billing, ID.ledger])).toEqual(['archive'])
    expect(await cast('depends_on', 'is_not', [ID.ledger])).toEqual(['billing', 'ledger'])
    expect(await cast('depends_on', 'is', ['unowned'])).toEqual(['archive'])
    expect(await cast('depends_on', 'is', ['no id', ID.rivalSystem])).toEqual([])
    expect(await cast('depends_on', 'empty')).toEqual(['billing', 'ledger'])
    expect(await cast('used_by', 'is', [ID.archive])).toEqual(['billing', 'ledger'])
    expect(await cast('used_by', 'is', [ID.portal])).toEqual(['billing', 'ledger'])
    expect(await cast('used_by', 'empty')).toEqual(['archive'])
    expect(await cast('used_by', 'filled')).toEqual(['billing', 'ledger'])
    await stage.admin`delete from public.relations where ${ID.archive} in (from_id, to_id) or from_id = ${ID.ledger}`
  })

  it('asks for experts, links and the source of a record', async () => {
    await stage.admin`insert into public.record_experts (account_id, kind, record_id, expert_id)
      values (${ID.acme}, 'system', ${ID.archive}, ${ID.manager})`
    await stage.admin`update private.records set imported_from = 'CMDB', links =
      '[{"purpose": "runbook", "title": "Nachts läuft es", "url": "https://wiki.example/Runbook?a=100%25"}]'
      where id = ${ID.archive}`
    const cast = async (field: string, operator: Condition['operator'], values: readonly string[] = []) => {
      const ids = await find(all({ field, operator, values }))
      return (['archive', 'billing', 'ledger'] as const).filter((name) => ids.includes(ID[name]))
    }
    expect(await cast('expert', 'is', [ID.manager])).toEqual(['archive'])
    expect(await cast('expert', 'is', [ID.manager.toUpperCase(), ID.viewer])).toEqual(['archive', 'ledger'])
    expect(await cast('expert', 'is_not', [ID.manager])).toEqual(['billing', 'ledger'])
    expect(await cast('expert', 'empty')).toEqual(['billing'])
    expect(await cast('expert', 'filled')).toEqual(['archive', 'ledger'])
    expect(await cast('links', 'contains', ['LAUFT', 'nowhere'])).toEqual(['archive'])
    expect(await cast('links', 'contains', ['wiki.example'])).toEqual(['archive'])
    expect(await cast('links', 'contains', ['100%2'])).toEqual(['archive'])
    expect(await cast('links', 'contains', ['10_%'])).toEqual([])
    expect(await cast('links', 'contains', ['purpose'])).toEqual([])
    expect(await cast('links', 'is', ['https://wiki.example/runbook?a=100%25'])).toEqual(['archive'])
    expect(await cast('links', 'is_not', ['nachts lauft es'])).toEqual(['billing', 'ledger'])
    expect(await cast('links', 'empty')).toEqual(['billing', 'ledger'])
    expect(await cast('links', 'filled')).toEqual(['archive'])
    expect(await cast('imported_from', 'is', ['cmdb'])).toEqual(['archive'])
    expect(await cast('imported_from', 'empty')).toEqual(['billing', 'ledger'])
    await expect(find(all({ field: 'expert', operator: 'is', values: ['ana'] }))).rejects.toThrow(
      /value "ana"/,
    )
    await stage.admin`delete from public.record_experts where record_id = ${ID.archive}`
    await stage.admin`update private.records set imported_from = null, links = '[]' where id = ${ID.archive}`
  })

  it('takes 50 conditions of 100 values', async () => {
    const one = {
      field: 'vendor',
      operator: 'is',
      values: Array.from({ length: 100 }, (_, place) => `v${place}`),
    } as const
    expect(await find({ match: 'any', conditions: Array.from({ length: 50 }, () => one) })).toEqual([])
  })

  it('knows fields of the account and the kind alone, and none that is retired or deleted', async () => {
    const ask = (field: string) => all({ field, operator: 'filled', values: [] })
    const refused = { code: '22023', message: expect.stringContaining('There is no field') }
    await expect(find(ask('own.codename'))).rejects.toMatchObject(refused)
    await expect(find(ask('own.tier'), { actor: 'rival' })).rejects.toMatchObject(refused)
    await expect(find(ask('own.tier'), { kind: 'agent' })).rejects.toMatchObject(refused)
    expect(await find(ask('own.codename'), { actor: 'rival' })).toEqual([])
    expect(await find(ask('own.seats'))).toEqual([])
    await stage.admin`update public.own_fields set retired_at = now() where id = ${OWN.field}`
    await expect(find(ask('own.seats'))).rejects.toMatchObject(refused)
    await stage.admin`update public.own_fields set retired_at = null, deleted_at = now() where id = ${OWN.field}`
    await expect(find(ask('own.seats'))).rejects.toMatchObject(refused)
  })

  it('[PERM-18] finds nothing of another account by its tags, people and own values', async () => {
    for (const asked of [
      all({ field: 'tags', operator: 'is', values: TAGS }),
      all({ field: 'owner', operator: 'is', values: MEMBERS }),
    ])
      expect(await find(asked, { actor: 'rival' })).toEqual([])
    expect(await find(all({ field: 'tags', operator: 'is', values: [RIVAL_TAG] }))).toEqual([])
    expect(await find(all(), { actor: 'rival' })).toEqual([ID.rivalSystem])
    expect(await find(all(), { actor: 'former' })).toEqual([])
  })
})
