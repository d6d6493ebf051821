import type { CatalogueKind } from './catalogues.ts'
import type { HeartbeatState } from './heartbeats.ts'
import { RELATION_TYPES, type RelationType } from './relation-types.ts'

/** The links that lead from one record to another: a relation, or a custom field that names a record. */
export const EDGE_TYPES = [...RELATION_TYPES, 'refers_to'] as const
export type EdgeType = (typeof EDGE_TYPES)[number]

/** The length of a note. */
export const RELATION_NOTE = 500

/** A relation of the account: there is at most one of each type from a record to another. */
export interface Relation {
  fromId: string
  toId: string
  type: RelationType
}

export interface NewRelation extends Relation {
  note: string
}

/** A record near another one. */
export interface NearRecord {
  id: string
  kind: CatalogueKind
  name: string
  status: string | null
  ownerId: string | null
  /** A choice of the built-in field; null where nobody has said. */
  criticality: string | null
  /** How it runs by what it reports; null where it reports nothing. */
  state: HeartbeatState | null
  /** Since when it is late or failing; null during maintenance, where it counts as neither. */
  troubleSince: Date | null
  /** Until when it is in maintenance; null where it is not. */
  maintenanceUntil: Date | null
  /** The number of steps from the record that was asked for. */
  distance: number
}

export interface Edge {
  fromId: string
  toId: string
  type: EdgeType
  note: string
  /** The label of the custom field that names the record. */
  field: string | null
  /** Whether it is a relation, which can be removed as such; otherwise it is a link of a solution, or a field. */
  isRelation: boolean
}

/** The number of a record's own edges of one sort, shown or not. */
export interface EdgeGroup {
  type: EdgeType
  /** Whether they lead away from the record. */
  outgoing: boolean
  field: string | null
  isRelation: boolean
  /** The kind of the records at the other ends. */
  kind: CatalogueKind
  total: number
}

export interface Neighbours {
  /** The record itself, at distance 0, and the nearest ones. */
  nodes: readonly NearRecord[]
  /** The edges between them. */
  edges: readonly Edge[]
  groups: readonly EdgeGroup[]
  /** How many records within the depth are left out by the limit. */
  hidden: number
}

export interface RelationsPart {
  /** The records that lie at most `depth` steps (1 to 3) from a record, at most `limit` (1 to 500) beside itself. */
  neighbours(kind: CatalogueKind, id: string, depth: number, limit: number): Promise<Neighbours>
  add(relation: NewRelation): Promise<void>
  /** Removes a relation; one that is gone is not found. */
  remove(relation: Relation): Promise<void>
}
