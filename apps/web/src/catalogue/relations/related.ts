import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type {
  Edge,
  EdgeGroup,
  EdgeType,
  NearRecord,
  Neighbours,
} from '@cairn/workspace/port/records/relations'

/** The roles of another record for this one, in the order of the card. */
export const SIDES = ['depends_on', 'used_by', 'replaces', 'replaced_by'] as const
export type Side = (typeof SIDES)[number]

/** A record at the other end of an edge. */
export interface Related {
  record: NearRecord
  edge: Edge
  /** Whether the edge leads away from this record. */
  outgoing: boolean
}

/** The related records of one kind on one side; the total counts those that are not loaded too. */
export interface RelatedGroup {
  kind: CatalogueKind
  total: number
  items: readonly Related[]
}

export interface RelatedSide {
  side: Side
  groups: readonly RelatedGroup[]
}

/** Returns what the record at the other end is: a record needs what feeds it data, and its parts. */
export function sideOf(type: EdgeType, outgoing: boolean): Side {
  if (type === 'replaces') return outgoing ? 'replaces' : 'replaced_by'
  const needs = type === 'feeds_data_to' || type === 'part_of' ? !outgoing : outgoing
  return needs ? 'depends_on' : 'used_by'
}

/** Leaves out what a solution is linked to: its systems, automations and agents stand in their own places beside the card. */
export function withoutLinks(kind: CatalogueKind, near: Neighbours): Neighbours {
  if (kind !== 'solution') return near
  const isInCard = ({ isRelation, field }: { isRelation: boolean; field: string | null }) =>
    isRelation || field !== null
  return { ...near, edges: near.edges.filter(isInCard), groups: near.groups.filter(isInCard) }
}

/** Returns the sides of a record that have anything, by kind. */
export function relatedSides(id: string, { nodes, edges, groups }: Neighbours): readonly RelatedSide[] {
  const related = nodes.flatMap((record) => edgesBetween(id, record, edges))
  return SIDES.flatMap((side) => {
    const found = CATALOGUE_KINDS.flatMap((kind) => {
      const total = totalOf(groups, side, kind)
      const items = related.filter(
        ({ record, edge, outgoing }) => record.kind === kind && sideOf(edge.type, outgoing) === side,
      )
      return total === 0 ? [] : [{ kind, total, items }]
    })
    return found.length === 0 ? [] : [{ side, groups: found }]
  })
}

function edgesBetween(id: string, record: NearRecord, edges: readonly Edge[]): readonly Related[] {
  return edges.flatMap((edge): readonly Related[] => {
    if (edge.fromId === id && edge.toId === record.id) return [{ record, edge, outgoing: true }]
    if (edge.toId === id && edge.fromId === record.id) return [{ record, edge, outgoing: false }]
    return []
  })
}

function totalOf(groups: readonly EdgeGroup[], side: Side, kind: CatalogueKind): number {
  return groups
    .filter((group) => group.kind === kind && sideOf(group.type, group.outgoing) === side)
    .reduce((sum, { total }) => sum + total, 0)
}

/** A record that is late or fails, and since when. */
export interface Trouble {
  record: NearRecord
  since: Date
}

/** Returns what this record waits for: what it depends on that is late or fails. */
export function troublesOf(sides: readonly RelatedSide[]): readonly Trouble[] {
  const needed = sides.find(({ side }) => side === 'depends_on')?.groups.flatMap(({ items }) => items) ?? []
  const records = new Map(needed.map(({ record }) => [record.id, record]))
  return [...records.values()].flatMap((record) =>
    record.troubleSince === null ? [] : [{ record, since: record.troubleSince }],
  )
}
