import { FOUND_STATES, type FoundChoice, type FoundPart } from '@cairn/workspace/port/found'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const text = z.nullable(z.string())
const kind = z.enum(CATALOGUE_KINDS)
const state = z.enum(FOUND_STATES)
const page = z.object({
  total: z.number(),
  items: z.array(
    renamed({
      ...{ id: z.string(), kind, source: z.string(), sourceId: z.string(), name: z.string(), owner: text },
      ...{ firstSeenAt: moment, lastSeenAt: moment, state, recordId: text, isMissing: z.boolean() },
    }),
  ),
  groups: z.array(z.object({ kind, source: z.string(), state, count: z.number() })),
})
const sources = z.array(
  renamed({
    ...{ id: z.string(), name: z.string(), createdByName: text },
    ...{ createdAt: moment, lastSeenAt: z.nullable(moment) },
  }),
)
const made = z.object({ key: z.string() })

/** No page has so many before it. */
const BEYOND_ALL = 1_000_000

/** The items found at sources; each method calls a procedure. */
export function createFound(connect: Connect): FoundPart {
  return {
    async list(filter, skip) {
      const sent = { state: filter.state, skip, ...ofFilter(filter) }
      const { items, total } = await askJson(connect, (supabase) => supabase.rpc('get_found', sent), page)
      return { items, total }
    },
    async groups() {
      const sent = { skip: BEYOND_ALL }
      return (await askJson(connect, (supabase) => supabase.rpc('get_found', sent), page)).groups
    },
    review: (which) => ask(connect, (supabase) => supabase.rpc('start_import_of_found', chosen(which))),
    ignore: (which) => ask(connect, (supabase) => supabase.rpc('ignore_found', chosen(which))),
    takeBack: (which) => ask(connect, (supabase) => supabase.rpc('take_back_found', chosen(which))),
    leaveForLater: (id) => ask(connect, (supabase) => supabase.rpc('leave_import_for_later', { import: id })),
    sources: () => askJson(connect, (supabase) => supabase.rpc('get_found_sources'), sources),
    addSource: async (name) =>
      (await askJson(connect, (supabase) => supabase.rpc('add_found_source', { name }), made)).key,
    renewKey: async (source) =>
      (await askJson(connect, (supabase) => supabase.rpc('renew_found_key', { source }), made)).key,
    async deleteSource(source) {
      await tell(connect, (supabase) => supabase.rpc('delete_found_source', { source }))
    },
  }
}

function chosen(which: FoundChoice) {
  return 'ids' in which ? { ids: [...which.ids] } : ofFilter(which)
}

function ofFilter({ kind: ofKind, source }: { kind: string | null; source: string | null }) {
  return { ...(ofKind !== null && { kind: ofKind }), ...(source !== null && { source }) }
}
