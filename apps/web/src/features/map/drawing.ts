import type { MapGroup, MapRecord, MapSpot, RecordMap } from '@cairn/workspace/port/records/record-map'
import type { Edge, NearRecord, Neighbours } from '@cairn/workspace/port/records/relations'
import { sideOf } from '@/catalogue/relations/related.ts'

export type ShownRecord = Omit<MapRecord, 'group'>

export interface GroupSpot {
  id: string
  level: 0
  group: MapGroup
  /** How many of its records have a place of their own; null while it is folded. */
  unfolded: number | null
}

export interface RecordSpot {
  id: string
  /** How far it is indented. */
  level: number
  record: ShownRecord
  /** The spot of its group; null among the neighbors of a record. */
  within: string | null
}

/** A place on the map: a group of records, or a record. */
export type Spot = GroupSpot | RecordSpot

/** The relations that lead from one spot, which needs the other, to it. */
export interface Link {
  from: string
  to: string
  total: number
  /** The relations, where each is known. */
  edges: readonly Edge[]
}

/** The content of picture and table, in the order of the table. */
export interface Drawing {
  spots: readonly Spot[]
  links: readonly Link[]
}

const groupId = (key: string) => `group ${key}`
const spotId = ({ group, recordId }: MapSpot) => recordId ?? groupId(group)

/** Returns the map of all records: groups, with the records of an unfolded one below it. */
export function foldedDrawing({ groups, records, edges }: RecordMap, unfolded: readonly string[]): Drawing {
  return {
    spots: groups.flatMap((group): Spot[] => {
      const id = groupId(group.key)
      const shown = records.filter((record) => record.group === group.key)
      return [
        { id, level: 0, group, unfolded: unfolded.includes(group.key) ? shown.length : null },
        ...shown.map((record): Spot => ({ id: record.id, level: 1, record, within: id })),
      ]
    }),
    links: edges.map(({ from, to, total }) => ({ from: spotId(from), to: spotId(to), total, edges: [] })),
  }
}

/** Returns the neighbors of a record, each below one by which it is reached. */
export function nearDrawing({ nodes, edges }: Neighbours): Drawing {
  const links = new Map<string, Link>()
  for (const edge of edges) {
    const isTurned = sideOf(edge.type, true) === 'used_by'
    const [from, to] = isTurned ? [edge.toId, edge.fromId] : [edge.fromId, edge.toId]
    const known = links.get(`${from} ${to}`)
    links.set(`${from} ${to}`, {
      ...{ from, to, total: (known?.total ?? 0) + 1 },
      edges: [...(known?.edges ?? []), edge],
    })
  }
  return { spots: inTree(nodes, [...links.values()]), links: [...links.values()] }
}

function inTree(nodes: readonly NearRecord[], links: readonly Link[]): readonly Spot[] {
  const below = new Map<string, NearRecord[]>()
  for (const node of nodes) {
    const parent = nodes.find(
      ({ id, distance }) =>
        distance === node.distance - 1 &&
        links.some(({ from, to }) => (from === id && to === node.id) || (to === id && from === node.id)),
    )
    if (parent) below.set(parent.id, [...(below.get(parent.id) ?? []), node])
  }
  const spotsOf = (node: NearRecord): Spot[] => [
    { id: node.id, level: node.distance, record: node, within: null },
    ...(below.get(node.id) ?? []).flatMap(spotsOf),
  ]
  return nodes.filter(({ distance }) => distance === 0).flatMap(spotsOf)
}
