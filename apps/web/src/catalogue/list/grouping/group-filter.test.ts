import { EVERY_RECORD } from '@cairn/workspace/port/records/records'
import { expect, test } from 'vitest'
import { groupCondition, withCondition } from './group-filter.ts'

const a = { field: 'vendor', operator: 'is', values: ['Acme'] } as const
const b = { field: 'criticality', operator: 'is', values: ['high'] } as const
const group = groupCondition('lifecycle', 'active')

test('a group becomes a condition, with a value or without one', () => {
  expect(group).toEqual({ field: 'lifecycle', operator: 'is', values: ['active'] })
  expect(groupCondition('lifecycle', null)).toEqual({ field: 'lifecycle', operator: 'empty', values: [] })
})

test('the condition of a group is added to those of the list, nested at most once', () => {
  const asked = (conditions: Parameters<typeof withCondition>[0]['conditions']) =>
    withCondition({ ...EVERY_RECORD, ...(conditions && { conditions }) }, group).conditions
  expect(asked(undefined)).toEqual({ match: 'all', conditions: [group] })
  expect(asked({ match: 'all', conditions: [a] })).toEqual({ match: 'all', conditions: [a, group] })
  const nested = { match: 'any', conditions: [a, { match: 'any', conditions: [a, b] }] } as const
  expect(asked({ ...nested, match: 'all' })).toEqual({
    match: 'all',
    conditions: [...nested.conditions, group],
  })
  expect(asked(nested)).toEqual({
    match: 'all',
    conditions: [{ match: 'any', conditions: [a, a, b] }, group],
  })
  expect(asked({ match: 'any', conditions: [{ match: 'all', conditions: [a, b] }] })).toEqual({
    match: 'any',
    conditions: [{ match: 'all', conditions: [a, b, group] }],
  })
  expect(asked({ match: 'any', conditions: [a, { match: 'all', conditions: [a, b] }] })).toEqual({
    match: 'any',
    conditions: [
      { match: 'all', conditions: [a, group] },
      { match: 'all', conditions: [a, b, group] },
    ],
  })
})
