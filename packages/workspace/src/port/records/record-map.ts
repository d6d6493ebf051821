import type { CatalogueKind } from './catalogues.ts'
import type { RecordFilter } from './records.ts'
import type { NearRecord } from './relations.ts'

/** The fields by which the map of all records is folded. */
export const MAP_GROUPINGS = ['department', 'kind', 'owner', 'tag', 'lifecycle'] as const
export type MapGrouping = (typeof MAP_GROUPINGS)[number]

/** The most groups and records that a map shows. */
export const MAP_GROUPS = 50
export const MAP_RECORDS = 100

/** The records that have the same in a field. */
export interface MapGroup {
  /** Empty for records without a value. A record with several tags stands in the group of the first by name. */
  key: string
  /** The name of what they have; the kind or lifecycle itself; null without a value. */
  label: string | null
  records: number
  /** How many of them have no owner. */
  unowned: number
  /** How many of them are late or failing. */
  troubled: number
  /** How many of them are critical. */
  critical: number
  /** How many of them are in maintenance, and so neither late nor failing. */
  inMaintenance: number
}

/** A record of an unfolded group. */
export interface MapRecord extends Omit<NearRecord, 'distance'> {
  group: string
}

/** A group, or one of the records that it shows. */
export interface MapSpot {
  group: string
  recordId: string | null
}

/** The number of links that lead from what needs to what it needs. */
export interface MapEdge {
  from: MapSpot
  to: MapSpot
  total: number
}

export interface RecordMap {
  /** The largest first. */
  groups: readonly MapGroup[]
  /** The records of the unfolded groups, as far as there is room. The others stay in their group. */
  records: readonly MapRecord[]
  edges: readonly MapEdge[]
  /** The number of all that lies in further groups. */
  hidden: { groups: number; records: number; relations: number }
  /** When a large account was counted; null where the map is of now. */
  countedAt: Date | null
}

/** The records of a catalogue that match a filter. */
export interface MapList {
  kind: CatalogueKind
  filter: RecordFilter
}

export interface MapPart {
  /** All records in groups, or those of a list; those of the unfolded groups by themselves. */
  map(by: MapGrouping, unfolded: readonly string[], list: MapList | null): Promise<RecordMap>
}
