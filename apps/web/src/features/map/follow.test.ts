import { expect, test } from 'vitest'
import type { Drawing, Link, Spot } from './drawing.ts'
import { highlightOf, nextMatch } from './follow.ts'
import { type MapAddress, readMapAddress } from './map-address.ts'

const link = (from: string, to: string): Link => ({ from, to, total: 1, edges: [] })
const spot = (id: string): Spot => ({
  ...{ id, level: 0, within: null },
  record: {
    ...{ id, name: id, kind: 'system', status: null, ownerId: null, criticality: null, state: null },
    troubleSince: null,
    maintenanceUntil: null,
  },
})

/** The sync needs the ledger, the ledger its store and the bank, these two a disk each, and the disk the ledger again. */
const drawing: Drawing = {
  spots: ['sync', 'ledger', 'store', 'bank', 'disk', 'lone'].map(spot),
  links: [
    link('sync', 'ledger'),
    link('ledger', 'store'),
    link('ledger', 'bank'),
    link('store', 'disk'),
    link('bank', 'disk'),
    link('disk', 'disk'),
  ],
}
const shown = (search: string, more: Partial<MapAddress> = {}) => {
  const found = highlightOf(drawing, { ...readMapAddress(new URLSearchParams(search)), ...more })
  return found && { spots: [...found.spots].sort().join(' '), links: [...found.links].sort().join(', ') }
}

test('a found record is highlighted alone, and nothing where nothing was found', () => {
  expect(shown('at=ledger')).toEqual({ spots: 'ledger', links: '' })
  expect(shown('')).toBeNull()
  expect(shown('record=system:ledger')).toBeNull()
  expect(shown('at=gone&follow=needs')).toBeNull()
})

test('arrows are followed to what a record needs, and against them to what needs it', () => {
  expect(shown('at=store&follow=needs')).toEqual({ spots: 'disk store', links: 'disk disk, store disk' })
  expect(shown('at=store&follow=users')).toEqual({
    spots: 'ledger store sync',
    links: 'ledger store, sync ledger',
  })
  expect(shown('record=system:ledger&follow=users')).toEqual({ spots: 'ledger sync', links: 'sync ledger' })
})

test('a circle is followed once', () => {
  const circle: Drawing = { ...drawing, links: [...drawing.links, link('disk', 'ledger')] }
  const found = highlightOf(circle, readMapAddress(new URLSearchParams('at=bank&follow=needs')))
  expect([...(found?.spots ?? [])].sort()).toEqual(['bank', 'disk', 'ledger', 'store'])
})

test('all shortest ways between two records are found, whichever way the arrows point', () => {
  expect(shown('record=system:sync&at=disk&follow=way')).toEqual({
    spots: 'bank disk ledger store sync',
    links: 'bank disk, ledger bank, ledger store, store disk, sync ledger',
  })
  expect(shown('record=system:store&at=bank&follow=way')).toEqual({
    spots: 'bank disk ledger store',
    links: 'bank disk, ledger bank, ledger store, store disk',
  })
  expect(shown('record=system:sync&at=lone&follow=way')).toEqual({ spots: 'lone', links: '' })
  expect(shown('at=lone&follow=way')).toEqual({ spots: 'lone', links: '' })
})

test('a name is found by a part of it, whole names first, and the next one after it', () => {
  const names = ['New Ledger', 'Ledger store', 'LEDGER', 'Bank'].map((name) => ({ id: name, name }))
  expect(nextMatch(names, ' ledger', null)).toBe('LEDGER')
  expect(nextMatch(names, 'ledger', 'LEDGER')).toBe('Ledger store')
  expect(nextMatch(names, 'ledger', 'Ledger store')).toBe('New Ledger')
  expect(nextMatch(names, 'ledger', 'New Ledger')).toBe('LEDGER')
  expect(nextMatch(names, 'bank', 'LEDGER')).toBe('Bank')
  expect(nextMatch(names, 'x', null)).toBeNull()
  expect(nextMatch(names, ' ', null)).toBeNull()
})
