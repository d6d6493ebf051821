import { randomInt } from 'node:crypto'
import { FILTER_TYPES } from '@cairn/workspace/port/records/conditions'
import { BUILT_IN_FIELDS, BUILT_IN_KEYS, type BuiltInField } from '@cairn/workspace/port/records/fields'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type OrderedField, orderByField } from '@cairn/workspace/rules/field-order'
import { canGroupBy, canOrderBy } from '@cairn/workspace/rules/field-uses'
import { filterRecords } from '@cairn/workspace/rules/filter-records'
import { groupRecords } from '@cairn/workspace/rules/group-records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Actor, ID } from '../support/cast.ts'
import { arrangeDescribed, CHOICES, OWN_FIELD_TYPES, TAGS } from '../support/described-records.ts'
import { openStage, type Stage } from '../support/stage.ts'

const seed = Number(process.env['FIELDS_SEED'] ?? randomInt(2 ** 31))
/** With those of the cast no more than a page. */
const COUNT = 90

const choicesOf = (key: string): readonly string[] =>
  key === 'own.tier' ? CHOICES.tier : key === 'own.regions' ? CHOICES.regions : []
const FIELDS: readonly OrderedField[] = [
  ...BUILT_IN_KEYS.map((key) => {
    const { type, choices = [] }: BuiltInField = BUILT_IN_FIELDS[key]
    return { key, type, choices }
  }),
  ...[...OWN_FIELD_TYPES].map(([key, type]) => ({
    key,
    type,
    choices: choicesOf(key).map((id) => ({ id })),
  })),
]
const ORDERS = FIELDS.filter(({ key, type }) => canOrderBy(key, type))
const GROUPS = [...FILTER_TYPES, ...OWN_FIELD_TYPES].filter(([key, type]) => canGroupBy(key, type))

let stage: Stage
let records: readonly CatalogueRecord[]
beforeAll(async () => {
  stage = await openStage()
  records = await arrangeDescribed(stage.admin, { seed, count: COUNT })
})
afterAll(() => stage?.close())

const found = z.object({ items: z.array(z.looseObject({ id: z.string() })) })

async function idsInOrder(sort: string, descending: boolean, { kind = 'system' } = {}) {
  const [row] = await stage.as(
    'viewer',
    (tx) => tx`select public.find_records(${kind}, sort => ${sort}, descending => ${descending}) as answer`,
  )
  return found.parse(row?.['answer']).items.map(({ id }) => id)
}

async function groups(
  field: string,
  { actor = 'viewer', vendor = null }: { actor?: Actor; vendor?: string | null } = {},
) {
  const conditions = vendor && {
    match: 'all',
    conditions: [{ field: 'vendor', operator: 'is', values: [vendor] }],
  }
  const [row] = await stage.as(
    actor,
    (tx) => tx`
      select public.group_records('system', ${field}, conditions => ${conditions && JSON.stringify(conditions)}::text::jsonb)
        as answer`,
  )
  return row?.['answer']
}

describe(`lists and their fields (FIELDS_SEED=${seed})`, () => {
  it.each(ORDERS)('are put in order by $key, of the type $type', async (field) => {
    const byName = [...records].sort((one, other) =>
      one.name === other.name ? (one.id < other.id ? -1 : 1) : one.name < other.name ? -1 : 1,
    )
    for (const descending of [false, true])
      expect(await idsInOrder(field.key, descending)).toEqual(
        orderByField(byName, field, descending).map(({ id }) => id),
      )
  })

  it('gives whole pages of a field as the records have its values', async () => {
    await stage.admin`
      insert into public.systems (account_id, name, own)
      select ${ID.acme}, 'Priced ' || n, jsonb_build_object('price', n % 7, 'tier', 'gold') from generate_series(1, 150) n`
    for (const [descending, order] of [
      [false, 'asc'],
      [true, 'desc'],
    ] as const) {
      const expected = await stage.admin.unsafe<{ id: string }[]>(
        `select id from public.systems where account_id = '${ID.acme}'
        order by (own ->> 'price')::numeric ${order} nulls last, name collate "C", id limit 100`,
      )
      expect(await idsInOrder('own.price', descending)).toEqual(expected.map(({ id }) => id))
    }
    await stage.admin`delete from public.systems where name like 'Priced %'`
  })

  it('gives an order by a field page by page, each record once', async () => {
    const pages = await stage.as(
      'viewer',
      (tx) => tx`
        select (item ->> 'id') as id from generate_series(0, 90, 10) skip,
          json_array_elements(public.find_records('system', sort => 'own.tier', skip => skip) -> 'items') item`,
    )
    expect(new Set(pages.map(({ id }) => id)).size).toBe(records.length)
  })

  it.each([
    'own.story',
    'own.steward',
    'own.twin',
    'own.nothing',
    'own.codename',
    'seats',
    "vendor'",
    'description',
  ])('have no order by %s', async (sort) => {
    await expect(idsInOrder(sort, false)).rejects.toMatchObject({ code: '22023' })
  })

  it('have the orders of their own kind alone', async () => {
    await expect(idsInOrder('own.tier', false, { kind: 'solution' })).rejects.toMatchObject({ code: '22023' })
    expect(await idsInOrder('renews_on', false, { kind: 'agent' })).toHaveLength(2)
  })

  it.each(GROUPS)(
    'are put together by %s, of the type %s, with sums of what they cost',
    async (field, type) => {
      expect(await groups(field)).toEqual(groupRecords(records, field, type))
      const vendor = 'sap'
      const fitting = filterRecords(records, {
        ...{ text: '', statuses: [], owners: [] },
        conditions: { match: 'all', conditions: [{ field: 'vendor', operator: 'is', values: [vendor] }] },
      })
      expect(await groups(field, { vendor })).toEqual(groupRecords(fitting, field, type))
    },
  )

  it.each([
    'name',
    'own.story',
    'own.price',
    'own.nothing',
    'own.codename',
    'seats',
    "vendor'",
    'cost_per_month',
  ])('are not put together by %s', async (field) => {
    const message = `There is no field "${field}" to group by.`
    await expect(groups(field)).rejects.toMatchObject({ code: '22023', message })
  })

  it('names an owner who is invited by their invitation', async () => {
    await stage.admin`update public.systems set invited_owner_id = ${ID.invitation} where id = ${ID.billing}`
    const answer = z
      .object({ groups: z.array(z.object({ value: z.nullable(z.string()) })) })
      .parse(await groups('owner'))
    expect(answer.groups.map(({ value }) => value)).toContain(`invited:${ID.invitation}`)
  })

  it('gives the 200 groups of the most records, and says how many more there are', async () => {
    await stage.admin`
      insert into public.solutions (account_id, name, vendor)
      select ${ID.acme}, 'Solution ' || n, 'Vendor ' || (n % 230) from generate_series(1, 460) n`
    const [row] = await stage.as(
      'viewer',
      (tx) => tx`select public.group_records('solution', 'vendor') as answer`,
    )
    const answer = z
      .object({ groups: z.array(z.object({ records: z.number() })), rest: z.number() })
      .parse(row?.['answer'])
    expect(answer.groups).toHaveLength(200)
    expect(answer.rest).toBe(31)
    expect(new Set(answer.groups.map(({ records: count }) => count))).toEqual(new Set([2]))
  })

  it('[PERM-18] shows an account its own records alone', async () => {
    const theirs = z.object({ groups: z.array(z.object({ records: z.number() })) })
    expect(theirs.parse(await groups('status', { actor: 'rival' })).groups).toMatchObject([{ records: 1 }])
    for (const tag of theirs.parse(await groups('tags', { actor: 'rival' })).groups)
      expect(tag).not.toMatchObject({ value: TAGS[0] })
    expect(await groups('status', { actor: 'former' })).toEqual({ groups: [], rest: 0 })
    await expect(groups('own.tier', { actor: 'rival' })).rejects.toMatchObject({ code: '22023' })
    expect(await stage.outcome('anonymous', `select public.group_records('system', 'status')`)).toEqual({
      refused: '42501',
    })
  })
})
