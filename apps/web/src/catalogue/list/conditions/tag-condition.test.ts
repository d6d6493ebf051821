import type { Conditions } from '@cairn/workspace/port/records/conditions'
import { expect, test } from 'vitest'
import { tagsOf, withTags } from './tag-condition.ts'

const vendor = { field: 'vendor', operator: 'is', values: ['SAP'] } as const
const seats = { field: 'own.seats', operator: 'after', values: ['5'] } as const
const tags = { field: 'tags', operator: 'is', values: ['a'] } as const
const NONE = { ids: [], all: false }

test('the chip of tags shows what is asked beside all else, and changes it in its place', () => {
  const asked: Conditions = { match: 'all', conditions: [vendor, tags, seats] }
  expect(tagsOf(asked)).toEqual({ ids: ['a'], all: false })
  expect(withTags(asked, { ids: ['a', 'b'], all: true })?.conditions).toEqual([
    vendor,
    { field: 'tags', operator: 'all_of', values: ['a', 'b'] },
    seats,
  ])
  expect(withTags(asked, NONE)?.conditions).toEqual([vendor, seats])
})

test('tags come to what is asked already', () => {
  const chosen = { ids: ['a'], all: false }
  expect(withTags(null, NONE)).toBeNull()
  expect(withTags(null, chosen)).toEqual({ match: 'all', conditions: [tags] })
  const either: Conditions = { match: 'any', conditions: [vendor, seats] }
  expect(withTags(either, chosen)).toEqual({ match: 'all', conditions: [either, tags] })
})

test('tags that are one of several choices are none of the chip', () => {
  expect(tagsOf({ match: 'any', conditions: [tags, vendor] })).toEqual(NONE)
  expect(tagsOf({ match: 'all', conditions: [{ field: 'tags', operator: 'empty', values: [] }] })).toEqual(
    NONE,
  )
  expect(tagsOf({ match: 'all', conditions: [{ match: 'any', conditions: [tags, vendor] }] })).toEqual(NONE)
})
