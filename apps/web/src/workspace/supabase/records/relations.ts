import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_STATES } from '@cairn/workspace/port/records/heartbeats'
import { MAP_GROUPS, MAP_RECORDS, type MapPart } from '@cairn/workspace/port/records/record-map'
import { EDGE_TYPES, type Relation, type RelationsPart } from '@cairn/workspace/port/records/relations'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { filterParameters } from '../rows/filter-parameters.ts'
import { ownerOf } from '../rows/records.ts'
import { moment, renamed } from '../rows/renamed.ts'

const node = {
  id: z.string(),
  kind: z.enum(CATALOGUE_KINDS),
  name: z.string(),
  status: z.nullable(z.string()),
  ownerId: z.nullable(z.string()),
  invitedOwnerId: z.nullable(z.string()),
  criticality: z.nullable(z.string()),
  teamId: z.nullable(z.string()),
  state: z.nullable(z.enum(HEARTBEAT_STATES)),
  troubleSince: z.nullable(moment),
  maintenanceUntil: z.nullable(moment),
}

const neighbours = renamed({
  nodes: z.array(renamed({ ...node, distance: z.number() })),
  edges: z.array(
    renamed({
      from: z.string(),
      to: z.string(),
      type: z.enum(EDGE_TYPES),
      note: z.string(),
      field: z.nullable(z.string()),
      isRelation: z.boolean(),
    }),
  ),
  groups: z.array(
    renamed({
      type: z.enum(EDGE_TYPES),
      outgoing: z.boolean(),
      field: z.nullable(z.string()),
      isRelation: z.boolean(),
      kind: z.enum(CATALOGUE_KINDS),
      total: z.number(),
    }),
  ),
  hidden: z.number(),
})

const map = renamed({
  groups: z.array(
    renamed({
      key: z.string(),
      label: z.nullable(z.string()),
      records: z.number(),
      unowned: z.number(),
      troubled: z.number(),
      critical: z.number(),
      inMaintenance: z.number(),
    }),
  ),
  nodes: z.array(renamed({ ...node, group: z.string() })),
  edges: z.array(
    renamed({
      fromGroup: z.string(),
      fromRecord: z.nullable(z.string()),
      toGroup: z.string(),
      toRecord: z.nullable(z.string()),
      total: z.number(),
    }),
  ),
  hidden: z.object({ groups: z.number(), records: z.number(), relations: z.number() }),
  countedAt: z.nullable(moment),
})

/** Relations between records, and what is near a record. */
export function createRelations(connect: Connect): RelationsPart & MapPart {
  return {
    async neighbours(kind, id, depth, limit) {
      const found = await askJson(
        connect,
        (supabase) => supabase.rpc('neighbours', { kind, id, depth, limit }),
        neighbours,
      )
      return {
        ...found,
        nodes: found.nodes.map(owned),
        edges: found.edges.map(({ from, to, ...edge }) => ({ ...edge, fromId: from, toId: to })),
      }
    },

    async map(by, unfolded, list) {
      const asked = {
        ...{ by, unfolded: [...unfolded], max_groups: MAP_GROUPS, max_records: MAP_RECORDS },
        ...(list && { kind: list.kind, filter: filterParameters(list.filter) }),
      }
      const { nodes, edges, ...found } = await askJson(
        connect,
        (supabase) => supabase.rpc('map_groups', asked),
        map,
      )
      return {
        ...found,
        records: nodes.map(owned),
        edges: edges.map(({ fromGroup, fromRecord, toGroup, toRecord, total }) => ({
          from: { group: fromGroup, recordId: fromRecord },
          to: { group: toGroup, recordId: toRecord },
          total,
        })),
      }
    },

    async add({ note, ...relation }) {
      const row = { ...columnsOf(relation), note }
      await tell(connect, (supabase) => supabase.from('relations').insert(row))
    },

    async remove(relation) {
      await ask(connect, (supabase) =>
        supabase.from('relations').delete().match(columnsOf(relation)).select('type').single(),
      )
    },
  }
}

/** Names the owner of a record as screens know them. */
function owned<
  Node extends { ownerId: string | null; invitedOwnerId: string | null; teamId: string | null },
>({ ownerId, invitedOwnerId, teamId, ...node }: Node) {
  return {
    ...node,
    ownerId: ownerOf({ owner_id: ownerId, invited_owner_id: invitedOwnerId, team_id: teamId }),
  }
}

function columnsOf({ fromId, toId, type }: Relation) {
  return { from_id: fromId, to_id: toId, type }
}
