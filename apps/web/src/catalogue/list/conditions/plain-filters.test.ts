import { expect, it } from 'vitest'
import { isPlain, plainFilters, withFilter } from './plain-filters.ts'

const NOW = { statuses: ['active'], owners: ['ada', null], conditions: null }
const active = { field: 'status', operator: 'is', values: ['active'] } as const
const notActive = { field: 'status', operator: 'is_not', values: ['active'] } as const
const acme = { field: 'vendor', operator: 'is', values: ['Acme'] } as const
const tagged = { field: 'tags', operator: 'all_of', values: ['a', 'b'] } as const

it('names the chosen values of a list, without the wish for no owner', () => {
  expect(plainFilters({ ...NOW, tags: { ids: [], all: false } })).toEqual([
    active,
    { field: 'owner', operator: 'is', values: ['ada'] },
  ])
  expect(plainFilters({ statuses: [], owners: [], tags: { ids: ['a', 'b'], all: true } })).toEqual([tagged])
  expect([active, notActive, acme, tagged].map(isPlain)).toEqual([true, false, false, true])
})

it('replaces chosen values, and keeps the wish for no owner', () => {
  expect(withFilter(NOW, active, { ...active, values: ['inactive'] })).toEqual({ statuses: ['inactive'] })
  const ada = { field: 'owner', operator: 'is', values: ['ada'] } as const
  expect(withFilter(NOW, ada, { ...ada, values: ['ben'] })).toEqual({ owners: ['ben', null] })
  expect(withFilter(NOW, active, null)).toEqual({ statuses: [] })
})

it('adds values to those that the field has by now', () => {
  expect(withFilter(NOW, null, { ...active, values: ['inactive'] })).toEqual({
    statuses: ['active', 'inactive'],
  })
  const now = { ...NOW, conditions: { match: 'all', conditions: [tagged] } } as const
  expect(withFilter(now, null, { ...tagged, values: ['b', 'c'] })).toEqual({
    conditions: { match: 'all', conditions: [{ ...tagged, values: ['a', 'b', 'c'] }] },
  })
})

it('makes a condition of values with another operator, and values of it again', () => {
  const changed = withFilter(NOW, active, notActive)
  expect(changed).toEqual({ statuses: [], conditions: { match: 'all', conditions: [notActive] } })
  expect(withFilter({ ...NOW, ...changed }, notActive, active)).toEqual({
    statuses: ['active'],
    conditions: { match: 'all', conditions: [] },
  })
  expect(withFilter(NOW, acme, tagged)).toEqual({ conditions: { match: 'all', conditions: [tagged] } })
})
