import type { Edge, EdgeType, NearRecord } from '@cairn/workspace/port/records/relations'
import { expect, test } from 'vitest'
import { nearDrawing } from './drawing.ts'
import { inLayers } from './in-layers.ts'

const node = (id: string, distance: number): NearRecord => ({
  ...{
    id,
    name: id,
    kind: 'system',
    status: 'active',
    ownerId: null,
    criticality: null,
    state: null,
    troubleSince: null,
    maintenanceUntil: null,
  },
  distance,
})
const edge = (fromId: string, toId: string, type: EdgeType): Edge => ({
  ...{ fromId, toId, type, note: '', field: null, isRelation: true },
})

const near = nearDrawing({
  nodes: [node('ledger', 0), node('billing', 1), node('portal', 1), node('store', 2)],
  edges: [
    edge('ledger', 'billing', 'depends_on'),
    edge('ledger', 'portal', 'feeds_data_to'),
    edge('billing', 'store', 'runs_in'),
    edge('portal', 'ledger', 'depends_on'),
    edge('store', 'ledger', 'depends_on'),
  ],
  groups: [],
  hidden: 0,
})

test('neighbors stand below the one by which they are reached, a circle included', () => {
  expect(near.spots.map(({ id, level }) => `${level} ${id}`)).toEqual([
    '0 ledger',
    '1 billing',
    '2 store',
    '1 portal',
  ])
})

test('a link leads from what needs the other, and counts all relations between the two', () => {
  expect(near.links.map(({ from, to, total }) => `${from} ${to} ${total}`)).toEqual([
    'ledger billing 1',
    'portal ledger 2',
    'billing store 1',
    'store ledger 1',
  ])
})

test('neighbors are put into layers, those that need others on the left, always at the same places', () => {
  const ids = near.spots.map(({ id }) => id)
  const boxes = { ids, links: near.links, width: 100, height: 40 }
  const { places, lines } = inLayers(boxes)
  const left = (id: string) => places.find(([known]) => known === id)?.[1].x ?? Number.NaN
  expect(left('portal')).toBeLessThan(left('ledger'))
  expect(left('ledger')).toBeLessThan(left('billing'))
  expect(lines).toHaveLength(near.links.length)
  expect(inLayers(boxes)).toEqual({ places, lines })
})
