import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { MAP_GROUPINGS, type MapGrouping } from '@cairn/workspace/port/records/record-map'
import { MATCH, TAG, WHERE } from '@/catalogue/list/address/condition-address.ts'

/** The ways to color what the map shows. */
export const LENSES = ['status', 'runs', 'owner', 'criticality'] as const
export type Lens = (typeof LENSES)[number]

/** The directions in which relations are followed from what was found. */
export const DIRECTIONS = ['needs', 'users', 'way'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const DEPTHS = [1, 2, 3] as const
export type Depth = (typeof DEPTHS)[number]

/** The content of the map, as its address says it. */
export interface MapAddress {
  /** The record whose neighbors are shown; null for the whole account. */
  record: { kind: CatalogueKind; id: string } | null
  depth: Depth
  /** The catalogue whose list is shown, and its filter as the address of the list has it; null for all records. */
  list: { kind: CatalogueKind; search: string } | null
  /** Null where the address says none: then the first one that tells records apart. */
  by: MapGrouping | null
  /** The keys of the unfolded groups, in the order in which they were unfolded. */
  unfolded: readonly string[]
  lens: Lens
  /** The record or group that was found on the map; null for the one in the middle. */
  at: string | null
  /** The relations that are highlighted from there; the way is that from the record in the middle. */
  follow: Direction | null
}

/** Reads an address. A word that is none of the known ones counts as none. */
export function readMapAddress(params: URLSearchParams): MapAddress {
  const [kindWord, id] = (params.get('record') ?? '').split(':')
  const kind = CATALOGUE_KINDS.find((known) => known === kindWord)
  const record = kind !== undefined && id ? { kind, id } : null
  return {
    record,
    list: record === null ? readList(params) : null,
    depth: DEPTHS.find((known) => String(known) === params.get('depth')) ?? 1,
    // Keys of groups alone are those of departments.
    by:
      MAP_GROUPINGS.find((known) => known === params.get('by')) ?? (params.has('open') ? 'department' : null),
    unfolded: [...new Set(params.getAll('open'))],
    lens: LENSES.find((known) => known === params.get('color')) ?? 'status',
    at: params.get('at') || null,
    follow: DIRECTIONS.find((known) => known === params.get('follow')) ?? null,
  }
}

/** The parameters of a list's address that are its filter. */
const FILTER = ['q', 'status', 'owner', 'gap', MATCH, TAG, WHERE] as const

function readList(params: URLSearchParams): MapAddress['list'] {
  const kind = CATALOGUE_KINDS.find((known) => known === params.get('of'))
  const search = new URLSearchParams(
    FILTER.flatMap((name) => params.getAll(name).map((word) => [name, word])),
  )
  return kind === undefined ? null : { kind, search: search.toString() }
}

/** The path of the map with a change of what it shows. What is usual is left out. */
export function mapPath(address: Partial<MapAddress>): string {
  const { record = null, depth = 1, by = null, unfolded = [], lens = 'status' } = address
  const { at = null, follow = null, list = null } = address
  const params = new URLSearchParams(record ? '' : list?.search)
  if (!record && list) params.set('of', list.kind)
  if (record) params.set('record', `${record.kind}:${record.id}`)
  if (record) params.set('depth', String(depth))
  if (!record && by !== null && (by !== 'department' || unfolded.length === 0)) params.set('by', by)
  if (!record) for (const key of unfolded) params.append('open', key)
  if (lens !== 'status') params.set('color', lens)
  if (at !== null) params.set('at', at)
  if (follow !== null) params.set('follow', follow)
  const search = params.toString()
  return search === '' ? '/map' : `/map?${search}`
}

/** The address with a group unfolded, or folded back. */
export function withTurned(address: MapAddress, key: string): MapAddress {
  const { unfolded } = address
  return {
    ...address,
    unfolded: unfolded.includes(key) ? unfolded.filter((other) => other !== key) : [...unfolded, key],
  }
}
