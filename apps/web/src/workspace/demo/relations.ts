import { demoHeartbeats } from '@cairn/workspace/examples/heartbeats'
import { DEMO_TAGS } from '@cairn/workspace/examples/tags'
import { DEMO_TEAM } from '@cairn/workspace/examples/team'
import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { MapList, MapPart } from '@cairn/workspace/port/records/record-map'
import type {
  Edge,
  EdgeGroup,
  NearRecord,
  Neighbours,
  RelationsPart,
} from '@cairn/workspace/port/records/relations'
import { loaded, notSaved } from './answers.ts'
import { DEMO_RECORDS } from './catalogues.ts'
import { demoEdges, withRelations } from './edges.ts'
import { filtered } from './lists.ts'
import { mapAmong, placedBy } from './record-map.ts'

const refused = () => notSaved(phrase('Relations'))

/** Relations of the examples, which guests look at. */
export const demoRelations: RelationsPart & MapPart = {
  neighbours: (_, id, depth, limit) =>
    loaded(() => neighboursAmong(demoNodes(), demoEdges(), id, depth, limit)),
  map: (by, unfolded, list) =>
    loaded(() => mapAmong(placedBy(by, listed(list), demoRecord, demoNames()), demoEdges(), unfolded)),
  add: refused,
  remove: refused,
}

type Node = Omit<NearRecord, 'distance'>

const demoRecord = ({ kind, id }: Node) => DEMO_RECORDS[kind]().find((record) => record.id === id)

/** The records of a list; all of them without one. */
function listed(list: MapList | null): readonly Node[] {
  if (list === null) return demoNodes()
  const items = filtered(list.kind, withRelations(DEMO_RECORDS[list.kind]()), list.filter)
  const ids = new Set(items.map(({ id }) => id))
  return demoNodes().filter(({ id }) => ids.has(id))
}

const demoNames = () => new Map([...DEMO_TAGS, ...DEMO_TEAM].map(({ id, name }) => [id, name]))

function demoNodes(): readonly Node[] {
  const beats = demoHeartbeats()
  return CATALOGUE_KINDS.flatMap((kind) =>
    DEMO_RECORDS[kind]().map(({ id, name, status, ownerId, fields: { criticality } }) => {
      const beat = beats.find(({ recordId }) => recordId === id)
      const known = typeof criticality === 'string' ? criticality : null
      return { id, kind, name, status, ownerId, criticality: known, ...troubleOf(beat) }
    }),
  )
}

function troubleOf(beat: ReturnType<typeof demoHeartbeats>[number] | undefined) {
  const { state = null, troubleSince = null, maintenanceUntil = null } = beat ?? {}
  const isInTrouble = maintenanceUntil === null && (state === 'late' || state === 'failing')
  return { state, troubleSince: isInTrouble ? troubleSince : null, maintenanceUntil }
}

/** Returns what lies near a record, as the server does. */
export function neighboursAmong(
  nodes: readonly Node[],
  edges: readonly Edge[],
  start: string,
  depth: number,
  limit: number,
): Neighbours {
  const distances = new Map([[start, 0]])
  for (let step = 1; step <= depth; step++)
    for (const { fromId, toId } of edges)
      for (const [one, other] of [[fromId, toId] as const, [toId, fromId] as const])
        if (distances.get(one) === step - 1 && !distances.has(other)) distances.set(other, step)
  const reached = nodes
    .flatMap((node) => {
      const distance = distances.get(node.id)
      return distance === undefined ? [] : [{ ...node, distance }]
    })
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name))
  const shown = reached.slice(0, limit + 1)
  const isShown = (id: string) => shown.some((node) => node.id === id)
  return {
    nodes: shown,
    edges: edges.filter(({ fromId, toId }) => isShown(fromId) && isShown(toId)),
    groups: groupsOf(start, edges, new Map(reached.map(({ id, kind }) => [id, kind]))),
    hidden: reached.length - shown.length,
  }
}

function groupsOf(
  start: string,
  edges: readonly Edge[],
  kinds: ReadonlyMap<string, CatalogueKind>,
): readonly EdgeGroup[] {
  const groups = new Map<string, EdgeGroup>()
  for (const { fromId, toId, type, field, isRelation } of edges) {
    const outgoing = fromId === start
    const kind = outgoing || toId === start ? kinds.get(outgoing ? toId : fromId) : undefined
    if (kind === undefined) continue
    const key = [type, outgoing, field, isRelation, kind].join(' ')
    const total = (groups.get(key)?.total ?? 0) + 1
    groups.set(key, { type, outgoing, field, isRelation, kind, total })
  }
  return [...groups.values()]
}
