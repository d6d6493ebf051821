import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_STATES } from '@cairn/workspace/port/records/heartbeats'
import { EDGE_TYPES, type Relation, type RelationsPart } from '@cairn/workspace/port/records/relations'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { ownerOf } from '../rows/records.ts'
import { moment, renamed } from '../rows/renamed.ts'

const neighbours = renamed({
  nodes: z.array(
    renamed({
      id: z.string(),
      kind: z.enum(CATALOGUE_KINDS),
      name: z.string(),
      status: z.nullable(z.string()),
      ownerId: z.nullable(z.string()),
      invitedOwnerId: z.nullable(z.string()),
      state: z.nullable(z.enum(HEARTBEAT_STATES)),
      troubleSince: z.nullable(moment),
      distance: z.number(),
    }),
  ),
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
    z.object({
      type: z.enum(EDGE_TYPES),
      outgoing: z.boolean(),
      field: z.nullable(z.string()),
      kind: z.enum(CATALOGUE_KINDS),
      total: z.number(),
    }),
  ),
  hidden: z.number(),
})

/** Relations between records, and what is near a record. */
export function createRelations(connect: Connect): RelationsPart {
  return {
    async neighbours(kind, id, depth, limit) {
      const found = await askJson(
        connect,
        (supabase) => supabase.rpc('neighbours', { kind, id, depth, limit }),
        neighbours,
      )
      return {
        ...found,
        nodes: found.nodes.map(({ ownerId, invitedOwnerId, ...node }) => ({
          ...node,
          ownerId: ownerOf({ owner_id: ownerId, invited_owner_id: invitedOwnerId }),
        })),
        edges: found.edges.map(({ from, to, ...edge }) => ({ ...edge, fromId: from, toId: to })),
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

function columnsOf({ fromId, toId, type }: Relation) {
  return { from_id: fromId, to_id: toId, type }
}
