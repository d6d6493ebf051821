import { type Condition, type Conditions, FILTER_TYPES } from '@cairn/workspace/port/records/conditions'
import { expect, test } from 'vitest'
import type { ConditionPart } from '../conditions/condition-parts.ts'
import { changedPart, knownPart, putPart, withoutKnown } from '../conditions/known-parts.ts'
import { tagsOf } from '../conditions/tag-condition.ts'
import { changedAddress, readListAddress } from './list-address.ts'

const FIELDS = {
  ...({ kind: 'system', types: FILTER_TYPES } as const),
  isTagGone: (id: string) => id.startsWith('gone'),
}
const sap = { field: 'vendor', operator: 'is', values: ['SAP'] } as const
const empty = { field: 'vendor', operator: 'empty', values: [] } as const
const floor = { field: 'own.floor', operator: 'is', values: ['3'] } as const
const tags = (operator: 'is' | 'is_not', ...values: string[]): Condition => ({
  field: 'tags',
  operator,
  values,
})
const all = (...conditions: readonly ConditionPart[]): Conditions => ({ match: 'all', conditions })
const either = (...conditions: readonly Condition[]) => ({ match: 'any', conditions }) as const

/** An address after its conditions have changed. */
const changed = (query: string, conditions: (now: Conditions | null) => Conditions) => {
  const change = (now: { conditions: Conditions | null }) => ({ conditions: conditions(now.conditions) })
  const address = changedAddress(new URLSearchParams(query), change, FIELDS)
  return { where: address.getAll('where'), isRefused: readListAddress(address, FIELDS).isRefused }
}
/** The same after a chip was taken out. */
const without = (query: string, part: ConditionPart) =>
  changed(query, (now) => putPart(now, part, changedPart(part, null, FIELDS)))

test('a chip shows the part of a filter that the list knows', () => {
  expect([knownPart(sap, FIELDS), knownPart(floor, FIELDS)]).toEqual([sap, null])
  expect(knownPart(either(floor, sap), FIELDS)).toEqual(either(sap))
  expect(knownPart(either(floor), FIELDS)).toBeNull()
  expect(knownPart(tags('is_not', 'gone', 'here'), FIELDS)).toEqual(tags('is_not', 'here'))
  expect(knownPart(tags('is', 'gone'), FIELDS)).toBeNull()
})

test('a filter that the list does not know stays and is reported after a chip is removed', () => {
  expect(without('where=own.floor.is.3&where=vendor.is.SAP', sap)).toEqual({
    where: ['own.floor.is.3'],
    isRefused: true,
  })
  const nested = 'where=any(own.floor.is.3;vendor.is.SAP)'
  expect(without(nested, either(floor, sap)).where).toEqual(['any(own.floor.is.3)'])
  expect(without(`${nested}&where=tags.is.a`, sap).where).toEqual(['any(own.floor.is.3)', 'tags.is.a'])
})

test('an unreadable filter stays too, and is as unreadable in its new place', () => {
  for (const words of ['where=nonsense', 'where=', 'match=some', 'where=any(all(vendor.empty))']) {
    const { where, isRefused } = without(`where=vendor.is.SAP&${words}`, sap)
    expect(isRefused).toBe(true)
    const again = where.map((word) => `where=${word}`).join('&')
    expect(changed(`where=vendor.is.SAP&${again}`, (now) => putPart(now, sap, null))).toEqual({
      where,
      isRefused,
    })
  }
  const most = Array.from({ length: 51 }, () => 'where=vendor.empty').join('&')
  expect(changed(most, (now) => putPart(now, null, sap)).isRefused).toBe(true)
})

test('two chips that are removed one after the other are both gone', () => {
  const left = putPart(putPart(all(sap, floor, empty), floor, null), empty, null)
  expect(left).toEqual(all(sap))
  // The chip is gone already.
  expect(putPart(left, floor, null)).toEqual(left)
})

test('a filter is added, and later changed at its present place', () => {
  expect(putPart(null, null, sap)).toEqual(all(sap))
  expect(putPart(all(sap, floor), floor, empty)).toEqual(all(sap, empty))
  expect(changedPart(either(floor, sap), either(empty, sap), FIELDS)).toEqual(either(empty, sap, floor))
  const beside = all(either(sap, empty), tags('is', 'a'))
  expect(putPart(beside, null, floor)).toEqual(all(either(sap, empty, floor), tags('is', 'a')))
})

test('an added filter by tags stays the same when the chip of tags shows it', () => {
  for (const others of [all(), all(sap), all(either(sap, empty))]) {
    const added = putPart(others, null, tags('is', 'a'))
    expect(tagsOf(added).ids).toEqual(['a'])
    expect(tagsOf(putPart(added, tags('is', 'a'), tags('is', 'a', 'b'))).ids).toEqual(['a', 'b'])
    expect(putPart(added, tags('is', 'a'), null)).toEqual(others)
  }
})

test('the tags and the unknown filters stay when all chips are removed', () => {
  const asked = all(sap, either(sap, floor), floor, tags('is', 'a'), either(sap))
  expect(withoutKnown(asked, FIELDS)).toEqual(all(either(floor), floor, tags('is', 'a')))
})
