import { folded } from '@cairn/workspace/lib/forgiving'
import {
  MAP_GROUPS,
  MAP_RECORDS,
  type MapEdge,
  type MapGroup,
  type MapGrouping,
  type MapRecord,
  type RecordMap,
} from '@cairn/workspace/port/records/record-map'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Edge } from '@cairn/workspace/port/records/relations'

type Node = Omit<MapRecord, 'group'>

/** A record in its group. */
interface Placed extends MapRecord {
  label: string | null
}

/**
 * Puts records into the groups of a map.
 *
 * @param names of people and tags
 */
export function placedBy(
  by: MapGrouping,
  nodes: readonly Node[],
  recordOf: (node: Node) => Pick<CatalogueRecord, 'fields' | 'tags'> | undefined,
  names: ReadonlyMap<string, string>,
): readonly Placed[] {
  return nodes.map((node) => {
    const value = groupValue(by, node, recordOf(node), names)
    const label = by === 'tag' || by === 'owner' ? names.get(value) : value
    return { ...node, group: by === 'department' ? folded(value) : value, label: label || null }
  })
}

function groupValue(
  by: MapGrouping,
  node: Node,
  record: Pick<CatalogueRecord, 'fields' | 'tags'> | undefined,
  names: ReadonlyMap<string, string>,
): string {
  if (by === 'kind') return node.kind
  if (by === 'owner') return node.ownerId ?? ''
  if (by !== 'tag') return String(record?.fields[by] ?? '')
  const nameOf = (id: string) => names.get(id) ?? ''
  return [...(record?.tags ?? [])].sort((one, other) => nameOf(one).localeCompare(nameOf(other)))[0] ?? ''
}

/** Returns the map of records, as the server does. */
export function mapAmong(
  placed: readonly Placed[],
  edges: readonly Edge[],
  unfolded: readonly string[],
): RecordMap {
  const isFirst = ({ key }: MapGroup) => (unfolded.includes(key) ? 0 : 1)
  const groups = groupsOf(placed)
  const shown = [...groups]
    .sort((one, other) => isFirst(one) - isFirst(other) || bySize(one, other))
    .slice(0, MAP_GROUPS)
    .sort(bySize)
  const keys = new Set(shown.map(({ key }) => key))
  const records = unfolded
    .filter((key) => keys.has(key))
    .flatMap((key) => placed.filter(({ group }) => group === key).sort(byName))
    .slice(0, MAP_RECORDS)
  const led = linksAmong(placed, new Set(records.map(({ id }) => id)), edges)
  const isShown = ({ from, to }: MapEdge) => keys.has(from.group) && keys.has(to.group)
  const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
  return {
    groups: shown,
    records: records.map(({ label: _, ...record }) => record),
    edges: led.filter(isShown),
    countedAt: null,
    hidden: {
      groups: groups.length - shown.length,
      records: placed.length - sum(shown.map((group) => group.records)),
      relations: sum(led.filter((edge) => !isShown(edge)).map(({ total }) => total)),
    },
  }
}

const bySize = (one: MapGroup, other: MapGroup) =>
  other.records - one.records || one.key.localeCompare(other.key)
const byName = (one: Node, other: Node) => one.name.localeCompare(other.name)

const NONE = { records: 0, unowned: 0, troubled: 0, critical: 0, inMaintenance: 0 }

function groupsOf(placed: readonly Placed[]): readonly MapGroup[] {
  const groups = new Map<string, MapGroup>()
  for (const { group: key, label, ownerId, troubleSince, maintenanceUntil, criticality } of placed) {
    const known = groups.get(key) ?? { key, label, ...NONE }
    groups.set(key, {
      ...known,
      records: known.records + 1,
      unowned: known.unowned + (ownerId === null ? 1 : 0),
      troubled: known.troubled + (troubleSince === null ? 0 : 1),
      critical: known.critical + (criticality === 'critical' ? 1 : 0),
      inMaintenance: known.inMaintenance + (maintenanceUntil === null ? 0 : 1),
    })
  }
  return [...groups.values()]
}

function linksAmong(
  placed: readonly Placed[],
  shown: ReadonlySet<string>,
  edges: readonly Edge[],
): readonly MapEdge[] {
  const groups = new Map(placed.map(({ id, group }) => [id, group]))
  const found = new Map<string, MapEdge>()
  const spotOf = (id: string) => {
    const group = groups.get(id)
    return group === undefined ? null : { group, recordId: shown.has(id) ? id : null }
  }
  for (const { fromId, toId, type } of edges) {
    const isTurned = type === 'feeds_data_to' || type === 'part_of'
    const from = spotOf(isTurned ? toId : fromId)
    const to = spotOf(isTurned ? fromId : toId)
    if (from === null || to === null) continue
    const key = JSON.stringify([from, to])
    found.set(key, { from, to, total: (found.get(key)?.total ?? 0) + 1 })
  }
  return [...found.values()]
}
