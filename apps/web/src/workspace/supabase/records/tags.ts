import { phrase } from '@cairn/workspace/lib/phrase'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { COLORS } from '@cairn/workspace/port/records/fields'
import type { Tag, TagsPart } from '@cairn/workspace/port/records/tags'
import { z } from 'zod/mini'
import { signedInId } from '../account/membership.ts'
import { ask, askJson } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { nameTheConflict } from '../rows/records.ts'

const COLUMNS = 'id, name, color'

const tag = z.object({ id: z.string(), name: z.string(), color: z.enum(COLORS) })
const counted = z.array(z.extend(tag, { records: z.partialRecord(z.enum(CATALOGUE_KINDS), z.number()) }))

const refuseTaken = nameTheConflict(phrase('A tag with this name already exists.'))

/** The account's tags; row security says which those are. */
export function createTags(connect: Connect): TagsPart {
  return {
    async list() {
      await signedInId(connect)
      const tags = await askJson(connect, (supabase) => supabase.from('tags').select(COLUMNS), z.array(tag))
      return byName(tags)
    },
    async counted() {
      return byName(await askJson(connect, (supabase) => supabase.rpc('get_tags'), counted))
    },
    add({ name, color }) {
      const row = { name, color }
      return askJson(
        connect,
        (supabase) => supabase.from('tags').insert(row).select(COLUMNS).single(),
        tag,
      ).catch(refuseTaken)
    },
    async change(id, { name, color }) {
      const columns = { name, color }
      await ask(connect, (supabase) =>
        supabase.from('tags').update(columns).eq('id', id).select('id').single(),
      ).catch(refuseTaken)
    },
    merge(ids, into) {
      return ask(connect, (supabase) => supabase.rpc('merge_tags', { from_ids: [...ids], into_id: into }))
    },
    async remove(id) {
      await ask(connect, (supabase) => supabase.from('tags').delete().eq('id', id).select('id').single())
    },
  }
}

function byName<One extends Tag>(tags: readonly One[]): readonly One[] {
  return tags.toSorted((one, other) => one.name.localeCompare(other.name))
}
