import type { Edge, NearRecord, Neighbours } from '@cairn/workspace/port/records/relations'
import { describe, expect, test } from 'vitest'
import { relatedSides, sideOf, troublesOf, withoutLinks } from './related.ts'

const near = (id: string, more: Partial<NearRecord> = {}): NearRecord => ({
  ...{
    id,
    kind: 'system',
    name: id,
    status: 'active',
    ownerId: null,
    criticality: null,
    state: null,
    troubleSince: null,
    maintenanceUntil: null,
    distance: 1,
  },
  ...more,
})
const edge = (fromId: string, toId: string, type: Edge['type'] = 'depends_on'): Edge => ({
  ...{ fromId, toId, type, note: '', field: null, isRelation: true },
})

describe('the side of a relation', () => {
  test.each([
    ['depends_on', true, 'depends_on'],
    ['depends_on', false, 'used_by'],
    ['runs_in', true, 'depends_on'],
    ['feeds_data_to', true, 'used_by'],
    ['feeds_data_to', false, 'depends_on'],
    ['part_of', true, 'used_by'],
    ['part_of', false, 'depends_on'],
    ['refers_to', false, 'used_by'],
    ['replaces', true, 'replaces'],
    ['replaces', false, 'replaced_by'],
  ] as const)('%s, outgoing: %s, is %s', (type, outgoing, side) => {
    expect(sideOf(type, outgoing)).toBe(side)
  })
})

describe('related records', () => {
  const since = new Date('2026-11-30T07:00:00Z')
  const found: Neighbours = {
    nodes: [
      near('me', { distance: 0 }),
      near('sync', { kind: 'automation', state: 'late', troubleSince: since }),
      near('store'),
    ],
    edges: [edge('me', 'sync'), edge('me', 'store', 'runs_in'), edge('store', 'me'), edge('store', 'sync')],
    groups: [
      { type: 'depends_on', outgoing: true, field: null, isRelation: true, kind: 'automation', total: 1 },
      { type: 'runs_in', outgoing: true, field: null, isRelation: true, kind: 'system', total: 1 },
      { type: 'depends_on', outgoing: false, field: null, isRelation: true, kind: 'system', total: 7 },
    ],
    hidden: 6,
  }

  test('stand by side and kind, with the number of all', () => {
    const sides = relatedSides('me', found).map(({ side, groups }) => [
      side,
      groups.map(({ kind, total, items }) => [kind, total, items.map(({ record }) => record.id)]),
    ])
    expect(sides).toEqual([
      [
        'depends_on',
        [
          ['system', 1, ['store']],
          ['automation', 1, ['sync']],
        ],
      ],
      ['used_by', [['system', 7, ['store']]]],
    ])
  })

  test('keep a record waiting that depends on a late one', () => {
    expect(troublesOf(relatedSides('me', found)).map(({ record, since }) => [record.id, since])).toEqual([
      ['sync', since],
    ])
    const other = { ...found, edges: [edge('sync', 'me')] }
    expect(troublesOf(relatedSides('me', other))).toEqual([])
  })

  test('leave out what a solution is linked to, and nothing of other kinds', () => {
    const link = { isRelation: false, field: null }
    const named = { isRelation: false, field: 'Backup' }
    const [first] = found.groups
    if (!first) throw new Error('There is no group.')
    const more: Neighbours = {
      ...found,
      edges: [edge('me', 'sync'), { ...edge('me', 'store'), ...link }, { ...edge('me', 'store'), ...named }],
      groups: [first, { ...first, ...link, kind: 'system', total: 2 }, { ...first, ...named, kind: 'agent' }],
    }
    expect(withoutLinks('system', more)).toBe(more)
    const { edges, groups } = withoutLinks('solution', more)
    expect(edges.map(({ toId, field }) => [toId, field])).toEqual([
      ['sync', null],
      ['store', 'Backup'],
    ])
    expect(groups.map(({ kind }) => kind)).toEqual(['automation', 'agent'])
  })
})
