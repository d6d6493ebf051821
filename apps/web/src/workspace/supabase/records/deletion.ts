import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact, DeletionOptions, DeletionPart } from '@cairn/workspace/port/records/deletion'
import { retiredStatus } from '@cairn/workspace/rules/retired-status'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { changedNow, ownerOf } from '../rows/records.ts'

export const impactGroups = z.array(
  z.object({
    kind: z.enum([...CATALOGUE_KINDS, 'article']),
    total: z.number(),
    active: z.number(),
    items: z.array(
      z.object({
        ...{ id: z.string(), name: z.string() },
        ...{ owner_id: z.nullable(z.string()), invited_owner_id: z.nullable(z.string()) },
        team_id: z.nullable(z.string()),
      }),
    ),
  }),
)

/** The dependents of records, in the words of the port. */
export function impactOf(groups: z.output<typeof impactGroups>): readonly DeletionImpact[] {
  return groups.map(({ items, ...group }) => ({
    ...group,
    items: items.map(({ id, name, ...item }) => ({ id, name, ownerId: ownerOf(item) })),
  }))
}

/** The options for links and their owners, as both procedures that delete take them. */
export function linksOf({ moveTo, notifiesOwners }: DeletionOptions) {
  return { told: notifiesOwners, ...(moveTo !== null && { move_to: moveTo }) }
}

function argumentsOf(kind: CatalogueKind, id: string, options: DeletionOptions) {
  return { kind_param: kind, ids: [id], reason_param: options.reason, ...linksOf(options) }
}

/** The dependents of a record according to the server, and deletions that are sent as the page closes. */
export function createDeletion(connect: Connect): DeletionPart {
  return {
    impact: async (kind, id) =>
      impactOf(
        await askJson(
          connect,
          (supabase) => supabase.rpc('get_deletion_impact', { kind_param: kind, ids: [id] }),
          impactGroups,
        ),
      ),

    async remove(kind, id, options) {
      await ask(connect, (supabase) => supabase.rpc('delete_records', argumentsOf(kind, id, options)))
    },

    async retire(kind, id) {
      const values = { status: retiredStatus(kind), ...changedNow() }
      await ask(connect, (supabase) =>
        supabase.from(CATALOGUES[kind].table).update(values).eq('id', id).select('id').single(),
      )
    },

    async prepareToLeave(kind, id, options) {
      const { supabase, deleteAndForget, callAndForget } = await connect()
      const { data } = await supabase.auth.getSession()
      const token = data.session?.access_token
      return () => {
        if (token === undefined) return
        if (kind === 'view') deleteAndForget('views', id, token)
        else if (options) callAndForget('delete_records', argumentsOf(kind, id, options), token)
        else deleteAndForget(CATALOGUES[kind].table, id, token)
      }
    },
  }
}
