import { describe, expect, test } from 'vitest'
import { CATALOGUE_KINDS, CATALOGUES } from '../port/records/catalogues.ts'
import {
  type Condition,
  type Conditions,
  FILTER_TYPES,
  OPERATORS_OF,
  type Operator,
} from '../port/records/conditions.ts'
import { BUILT_IN_KEYS, type FieldValues } from '../port/records/fields.ts'
import { type CatalogueRecord, EVERY_RECORD, type RecordPage } from '../port/records/records.ts'
import { conditionsTest, valueReader } from '../rules/conditions.ts'
import { canGroupBy } from '../rules/field-uses.ts'
import { groupRecords } from '../rules/group-records.ts'
import { newSystem } from './examples.ts'
import type { ContractOptions } from './options.ts'

const FILLED: Condition = { field: 'name', operator: 'filled', values: [] }

/** Tests lists that are filtered by conditions, against any implementation of the port. */
export function conditionsContract({
  open,
  keepsWrites,
  settle = (answer) => answer,
}: ContractOptions): void {
  const openList = async (kind: (typeof CATALOGUE_KINDS)[number]) => {
    const part = (await open())[CATALOGUES[kind].table]
    const find = (conditions: Conditions) => {
      const found: Promise<RecordPage<CatalogueRecord>> = part.find({ ...EVERY_RECORD, conditions }, 0)
      return settle(found)
    }
    return { part, find, items: (await find({ match: 'all', conditions: [] })).items }
  }

  test('Records without a value stand last in both directions of an order', async () => {
    const { systems } = await open()
    const word = keepsWrites ? crypto.randomUUID() : ''
    const add = (name: string, fields: FieldValues) =>
      settle(systems.add(newSystem({ name: `${name} ${word}`, description: '', ownerId: null, fields })))
    const added = keepsWrites
      ? [
          await add('less', { vendor: 'Acme', criticality: 'low', renews_on: '2026-01-31' }),
          await add('more', { vendor: 'Zeta', criticality: 'critical', renews_on: '2027-01-31' }),
          await add('nothing', {}),
        ]
      : []
    for (const by of keepsWrites
      ? (['vendor', 'criticality', 'renews_on'] as const)
      : (['own.seats'] as const)) {
      const valuesOf = async (descending: boolean) => {
        const search = { ...EVERY_RECORD, text: word, order: { by, descending } }
        return (await settle(systems.find(search, 0))).items.map(({ fields }) => fields[by])
      }
      const [less, more, ...none] = await valuesOf(false)
      expect([less, more]).not.toContain(undefined)
      expect(none).toEqual([undefined])
      expect(await valuesOf(true)).toEqual([more, less, undefined])
    }
    for (const { id } of added) await settle(systems.remove(id))
  })

  describe.each(CATALOGUE_KINDS)('A list of the kind %s', (kind) => {
    test('is filtered by every field in every way that its type has', async () => {
      const { find, items } = await openList(kind)
      expect(items).not.toHaveLength(0)
      const asked = [...FILTER_TYPES].flatMap(([field, type]) =>
        OPERATORS_OF[type].map((operator) => conditionOf(items, field, operator)),
      )
      for (const condition of asked) {
        if (condition === null) continue
        const one: Conditions = { match: 'all', conditions: [condition] }
        const { items: found, total } = await find(one)
        const names = namesOf(items.filter(conditionsTest(one)))
        expect({ one, total, names: namesOf(found) }).toEqual({ one, total: names.length, names })
      }
    }, 60_000)

    test('is filtered by all or any of conditions, nested once', async () => {
      const { find, items } = await openList(kind)
      const [first] = items
      const name = { field: 'name', operator: 'is', values: [first?.name.toUpperCase() ?? ''] } as const
      const nobody = { field: 'name', operator: 'is', values: ['no 100% match'] } as const
      const any = { match: 'any', conditions: [name, nobody] } as const
      expect(namesOf((await find(any)).items)).toEqual([first?.name])
      expect((await find({ match: 'all', conditions: [any, nobody] })).total).toBe(0)
      expect((await find({ match: 'any', conditions: [any, nobody] })).total).toBe(1)
    })

    test('knows people and tags that there are not', async () => {
      const { find, items } = await openList(kind)
      for (const field of ['owner', 'tags']) {
        const condition = { field, operator: 'is', values: ['no id at all'] } as const
        expect((await find({ match: 'all', conditions: [condition] })).total).toBe(0)
        const { total } = await find({ match: 'all', conditions: [{ ...condition, operator: 'is_not' }] })
        expect(total).toBe(items.length)
      }
    })

    test('is put in order by fields, records without a value last in both directions', async () => {
      const { part } = await openList(kind)
      for (const by of BUILT_IN_KEYS)
        for (const descending of [false, true]) {
          const found: Promise<RecordPage<CatalogueRecord>> = part.find(
            { ...EVERY_RECORD, order: { by, descending } },
            0,
          )
          const has = (await settle(found)).items.map(({ fields }) => fields[by] !== undefined)
          expect(has).toEqual(has.toSorted((one, other) => Number(other) - Number(one)))
        }
      const refused = { kind: 'invalid', message: expect.stringContaining('no such order') }
      const unknown: Promise<RecordPage<CatalogueRecord>> = part.find(
        { ...EVERY_RECORD, order: { by: 'own.nothing', descending: false } },
        0,
      )
      await expect(settle(unknown)).rejects.toMatchObject(refused)
    })

    test('says what its records have in a field, how many they are and what they cost', async () => {
      const { part, items } = await openList(kind)
      const name = { field: 'name', operator: 'is', values: [items[0]?.name ?? ''] } as const
      for (const [field, type] of FILTER_TYPES) {
        if (!canGroupBy(field, type)) continue
        expect(await settle(part.groups(field, EVERY_RECORD))).toEqual(groupRecords(items, field, type))
        const filter = { ...EVERY_RECORD, conditions: { match: 'all', conditions: [name] } } as const
        expect(await settle(part.groups(field, filter))).toEqual(groupRecords(items.slice(0, 1), field, type))
      }
      await expect(settle(part.groups('seats', EVERY_RECORD))).rejects.toMatchObject({
        kind: 'invalid',
        message: 'There is no field "seats" to group by.',
      })
    })

    test.each<[Condition, string]>([
      [{ field: 'seats', operator: 'empty', values: [] }, 'There is no field "seats" to filter by.'],
      [
        { field: 'vendor', operator: 'before', values: ['x'] },
        'The field "vendor" cannot be filtered by "before".',
      ],
      [
        { field: 'renews_on', operator: 'is', values: ['soon'] },
        'The field "renews_on" cannot be filtered by the value "soon".',
      ],
      [
        { field: 'vendor', operator: 'is', values: [] },
        'The filter by the field "vendor" has too few or too many values.',
      ],
    ])('refuses %o by name', async (condition, message) => {
      const { find } = await openList(kind)
      await expect(find({ match: 'all', conditions: [condition] })).rejects.toMatchObject({
        kind: 'invalid',
        message,
      })
    })

    test.each<[string, Condition[], string]>([
      ['200 conditions', Array.from({ length: 200 }, () => FILLED), 'A filter has at most 50 conditions.'],
      [
        '100 kB',
        [{ ...FILLED, operator: 'is', values: ['x'.repeat(100_000)] }],
        'A filter has at most 100,000 characters.',
      ],
    ])('refuses %s, and says how much it takes', async (_title, conditions, message) => {
      const { find } = await openList(kind)
      await expect(find({ match: 'all', conditions })).rejects.toMatchObject({ kind: 'invalid', message })
    })
  })
}

/** A condition that some record fits, out of what is there; null where no record has the field. */
function conditionOf(items: readonly CatalogueRecord[], field: string, operator: Operator): Condition | null {
  if (operator === 'empty' || operator === 'filled') return { field, operator, values: [] }
  const value = items.map(valueReader(field)).find((one) => one !== undefined && String(one) !== '')
  if (value === undefined) return null
  const [wanted = ''] = typeof value === 'object' ? value : [String(value)]
  return { field, operator, values: operator === 'between' ? [wanted, wanted] : [wanted] }
}

const namesOf = (items: readonly CatalogueRecord[]) => items.map(({ name }) => name).sort()
