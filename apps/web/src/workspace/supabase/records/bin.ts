import { WorkspaceError } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { type BinPart, MISSING_REASONS } from '@cairn/workspace/port/records/bin'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const kind = z.enum(CATALOGUE_KINDS)

const binPage = z.object({
  total: z.number(),
  days: z.number(),
  items: z.array(
    renamed({
      kind,
      id: z.string(),
      name: z.string(),
      deletedBy: z.nullable(z.string()),
      deletedByName: z.nullable(z.string()),
      deletedAt: moment,
      expiresAt: moment,
      reason: z.string(),
      act: z.string(),
      actRecords: z.nullable(z.number()),
      mayRestore: z.boolean(),
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
      const { items, ...page } = await askJson(
        connect,
        (supabase) => supabase.rpc('get_bin', { skip, query, ...(ofKind && { of_kind: ofKind }) }),
        binPage,
      )
      return {
        ...page,
        items: items.map(
          ({ id: recordId, deletedBy: id, deletedByName: name, act, actRecords, ...item }) => ({
            ...item,
            recordId,
            deletedBy: id === null ? null : { id, name },
            act: actRecords === null ? null : { id: act, records: actRecords },
          }),
        ),
      }
    },

    async restore(id, newName) {
      const new_names = newName === null ? {} : { [id]: newName }
      const answer = await askJson(
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
      const answer = await askJson(
        connect,
        (supabase) => supabase.rpc('restore_from_bin', { ids: [...ids], partly: true }),
        z.object({ restored: z.array(z.unknown()), left: z.array(z.unknown()) }),
      )
      return { restored: answer.restored.length, left: answer.left.length }
    },

    purge: (id) => ask(connect, (supabase) => supabase.rpc('purge_bin', id === null ? {} : { ids: [id] })),
  }
}
