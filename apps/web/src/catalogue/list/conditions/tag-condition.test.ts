import type { Condition, ConditionGroup, Conditions } from '@cairn/workspace/port/records/conditions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toggled } from '@/lib/toggled.ts'
import { NO_CONDITIONS } from './condition-parts.ts'
import { livingTags, othersOf, tagsOf, withOthers, withTags } from './tag-condition.ts'

const vendor = { field: 'vendor', operator: 'is', values: ['SAP'] } as const
const seats = { field: 'own.seats', operator: 'after', values: ['5'] } as const
const tags = { field: 'tags', operator: 'is', values: ['a'] } as const
const NONE = { ids: [], all: false }
const CHOSEN = { ids: ['a'], all: false }

test('the chip of tags shows what is asked beside all else, and changes it in its place', () => {
  const asked: Conditions = { match: 'all', conditions: [vendor, tags, seats] }
  expect(tagsOf(asked)).toEqual({ ids: ['a'], all: false })
  expect(withTags(asked, { ids: ['a', 'b'], all: true }).conditions).toEqual([
    vendor,
    { field: 'tags', operator: 'all_of', values: ['a', 'b'] },
    seats,
  ])
  expect(withTags(asked, NONE).conditions).toEqual([vendor, seats])
})

test('tags that are gone are not shown, and go with the next change', () => {
  const isTagGone = (id: string) => id === 'gone'
  const asked: Conditions = { match: 'all', conditions: [vendor, { ...tags, values: ['gone', 'a'] }] }
  const living = livingTags(asked, isTagGone)
  expect(living).toEqual(CHOSEN)
  expect(withTags(asked, { ...living, ids: toggled(living.ids, 'a') }).conditions).toEqual([vendor])
})

test('tags come to what is asked already', () => {
  expect(withTags(null, NONE)).toEqual(NO_CONDITIONS)
  expect(withTags(null, CHOSEN)).toEqual({ match: 'all', conditions: [tags] })
  const either: Conditions = { match: 'any', conditions: [vendor, seats] }
  expect(withTags(either, CHOSEN)).toEqual({ match: 'all', conditions: [either, tags] })
})

test('tags that are one of several choices are none of the chip', () => {
  expect(tagsOf({ match: 'any', conditions: [tags, vendor] })).toEqual(NONE)
  expect(tagsOf({ match: 'all', conditions: [{ field: 'tags', operator: 'empty', values: [] }] })).toEqual(
    NONE,
  )
  expect(tagsOf({ match: 'all', conditions: [{ match: 'any', conditions: [tags, vendor] }] })).toEqual(NONE)
})

test('beside tags, the other filters stay as many when any of them is enough, and all again', () => {
  const all: Conditions = { match: 'all', conditions: [vendor, seats, tags] }
  const any = withOthers(all, (others) => ({ ...others, match: 'any' }))
  expect(othersOf(any)).toEqual({ match: 'any', conditions: [vendor, seats] })
  expect(tagsOf(any)).toEqual(CHOSEN)
  expect(withOthers(any, (others) => ({ ...others, match: 'all' }))).toEqual(all)
})

test('several filters in one chip stay in it when tags come', () => {
  const group: Conditions = {
    match: 'all',
    conditions: [{ match: 'any', conditions: [vendor, seats] }],
  }
  expect(othersOf(withTags(group, CHOSEN))).toEqual(group)
})

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom<Condition>(vendor, seats, { field: 'vendor', operator: 'empty', values: [] }),
  fc.constantFrom<Condition>(
    tags,
    { ...tags, operator: 'all_of' },
    { ...tags, operator: 'is_not' },
    { ...tags, values: ['b', 'c'] },
  ),
)
const match = fc.constantFrom('all' as const, 'any' as const)
const filter: fc.Arbitrary<Conditions> = fc.record({
  match,
  conditions: fc.array(
    fc.oneof(
      condition,
      fc.record({ match, conditions: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
    ),
    { minLength: 1, maxLength: 4 },
  ),
})
const chosen = fc.record({
  ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
  all: fc.boolean(),
})

/** Whether a filter lets a record through for which these conditions hold. */
function holds({ match, conditions }: Conditions | ConditionGroup, held: ReadonlySet<string>): boolean {
  const one = (part: Condition | ConditionGroup) =>
    'field' in part ? held.has(JSON.stringify(part)) : holds(part, held)
  return match === 'all' ? conditions.every(one) : conditions.some(one)
}

const some = fc.array(condition).map((conditions) => new Set(conditions.map((one) => JSON.stringify(one))))

test('the chip shows the chosen tags with every filter', () => {
  fc.assert(
    fc.property(filter, chosen, (conditions, ids) => {
      expect(tagsOf(withTags(conditions, ids))).toEqual(ids)
    }),
    { numRuns: 5000 },
  )
})

test('tags that are chosen and taken out again leave a filter that asks the same', () => {
  fc.assert(
    fc.property(filter, chosen, some, (conditions, ids, held) => {
      const had = tagsOf(conditions)
      expect(holds(withTags(withTags(conditions, ids), had), held)).toBe(holds(conditions, held))
    }),
    { numRuns: 5000 },
  )
})

test('with tags, records must have them and fit all else', () => {
  fc.assert(
    fc.property(filter, chosen, some, (conditions, ids, held) => {
      const both = withTags(conditions, ids)
      const asked = { ...tags, operator: ids.all ? 'all_of' : 'is', values: ids.ids }
      const others = othersOf(conditions)
      const fits = others.conditions.length === 0 || holds(others, held)
      expect(holds(both, held)).toBe(fits && held.has(JSON.stringify(asked)))
    }),
    { numRuns: 5000 },
  )
})
