import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { type BinPart, MISSING_REASONS } from '@cairn/workspace/port/records/bin'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const kind = z.enum(CATALOGUE_KINDS)

const binPage = z.object({
  total: z.number(),
  days: z.number(),
  items: z.array(
    z.object({
      kind,
      id: z.string(),
      name: z.string(),
      deleted_by: z.nullable(z.string()),
      deleted_by_name: z.nullable(z.string()),
      deleted_at: z.string(),
      expires_at: z.string(),
      reason: z.string(),
      act: z.string(),
      act_records: z.nullable(z.number()),
      may_restore: z.boolean(),
    }),
  ),
})

const restored = z.object({
  restored: z.array(
    z.object({
      kind,
      id: z.string(),
      name: z.string(),
      missing: z.array(z.object({ part: z.string(), name: z.string(), why: z.enum(MISSING_REASONS) })),
    }),
  ),
})

/** The account's bin, which only procedures open. */
export function createBin(connect: Connect): BinPart {
  return {
    async page(ofKind, skip, query = '') {
      const { items, ...page } = await ask(
        connect,
        (supabase) => supabase.rpc('get_bin', { skip, query, ...(ofKind && { of_kind: ofKind }) }),
        binPage,
      )
      return {
        ...page,
        items: items.map((item) => ({
          kind: item.kind,
          recordId: item.id,
          name: item.name,
          deletedBy: item.deleted_by === null ? null : { id: item.deleted_by, name: item.deleted_by_name },
          deletedAt: new Date(item.deleted_at),
          expiresAt: new Date(item.expires_at),
          reason: item.reason,
          act: item.act_records === null ? null : { id: item.act, records: item.act_records },
          mayRestore: item.may_restore,
        })),
      }
    },

    async restore(id, newName) {
      const new_names = newName === null ? {} : { [id]: newName }
      const answer = await ask(
        connect,
        (supabase) => supabase.rpc('restore_from_bin', { ids: [id], new_names }),
        restored,
      )
      const [record] = answer.restored
      if (!record)
        throw new WorkspaceError(phrase('This record is no longer in the bin.'), { kind: 'not-found' })
      return record
    },

    async restoreMany(ids) {
      const answer = await ask(
        connect,
        (supabase) => supabase.rpc('restore_from_bin', { ids: [...ids], partly: true }),
        z.object({ restored: z.array(z.unknown()), left: z.array(z.unknown()) }),
      )
      return { restored: answer.restored.length, left: answer.left.length }
    },

    purge: (id) =>
      ask(connect, (supabase) => supabase.rpc('purge_bin', id === null ? {} : { ids: [id] }), z.number()),
  }
}
