import { z } from 'zod/mini'
import { CATALOGUES } from '../port/catalogues.ts'
import { AFFECTED, type DeletionPart } from '../port/deletion.ts'
import { ask } from './ask.ts'
import type { Connect } from './client.ts'

const effectRows = z.array(
  z.object({ affected: z.enum(AFFECTED), count: z.number(), names: z.array(z.string()) }),
)

/** What the server says that a deletion will touch, and deletions that leave with the page. */
export function createDeletion(connect: Connect): DeletionPart {
  return {
    effects: (kind, id) =>
      ask(
        connect,
        (supabase) => supabase.rpc('get_deletion_effects', { kind_param: kind, id_param: id }),
        effectRows,
      ),

    async prepareToLeave(kind, id) {
      const { supabase, deleteAndForget } = await connect()
      const { data } = await supabase.auth.getSession()
      return () => data.session && deleteAndForget(CATALOGUES[kind].table, id, data.session.access_token)
    },
  }
}
