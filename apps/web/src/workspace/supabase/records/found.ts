import { FOUND_STATES, type FoundChoice, type FoundPart } from '@cairn/workspace/port/found'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const text = z.nullable(z.string())
const kind = z.enum(CATALOGUE_KINDS)
const state = z.enum(FOUND_STATES)
const page = z.object({
  total: z.number(),
  items: z.array(
    z.object({
      ...{ id: z.string(), kind, source: z.string(), source_id: z.string(), name: z.string(), owner: text },
      ...{
        first_seen_at: z.string(),
        last_seen_at: z.string(),
        state,
        record_id: text,
        is_missing: z.boolean(),
      },
    }),
  ),
  groups: z.array(z.object({ kind, source: z.string(), state, count: z.number() })),
})
const sources = z.array(
  z.object({
    ...{
      id: z.string(),
      name: z.string(),
      created_by_name: text,
      created_at: z.string(),
      last_seen_at: text,
    },
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
      const { items, total } = await ask(connect, (supabase) => supabase.rpc('get_found', sent), page)
      return {
        total,
        items: items.map(({ source_id, first_seen_at, last_seen_at, record_id, is_missing, ...item }) => ({
          ...item,
          sourceId: source_id,
          firstSeenAt: new Date(first_seen_at),
          lastSeenAt: new Date(last_seen_at),
          isMissing: is_missing,
          recordId: record_id,
        })),
      }
    },
    async groups() {
      const sent = { skip: BEYOND_ALL }
      return (await ask(connect, (supabase) => supabase.rpc('get_found', sent), page)).groups
    },
    review: (which) =>
      ask(connect, (supabase) => supabase.rpc('start_import_of_found', chosen(which)), z.string()),
    ignore: (which) => ask(connect, (supabase) => supabase.rpc('ignore_found', chosen(which)), z.number()),
    takeBack: (which) =>
      ask(connect, (supabase) => supabase.rpc('take_back_found', chosen(which)), z.number()),
    leaveForLater: (id) =>
      ask(connect, (supabase) => supabase.rpc('leave_import_for_later', { import: id }), z.number()),
    async sources() {
      const found = await ask(connect, (supabase) => supabase.rpc('get_found_sources'), sources)
      return found.map(({ id, name, created_by_name, created_at, last_seen_at }) => ({
        ...{ id, name },
        createdByName: created_by_name,
        createdAt: new Date(created_at),
        lastSeenAt: last_seen_at === null ? null : new Date(last_seen_at),
      }))
    },
    addSource: async (name) =>
      (await ask(connect, (supabase) => supabase.rpc('add_found_source', { name }), made)).key,
    renewKey: async (source) =>
      (await ask(connect, (supabase) => supabase.rpc('renew_found_key', { source }), made)).key,
    async deleteSource(source) {
      await ask(connect, (supabase) => supabase.rpc('delete_found_source', { source }), z.null())
    },
  }
}

function chosen(which: FoundChoice) {
  return 'ids' in which ? { ids: [...which.ids] } : ofFilter(which)
}

function ofFilter({ kind: ofKind, source }: { kind: string | null; source: string | null }) {
  return { ...(ofKind !== null && { kind: ofKind }), ...(source !== null && { source }) }
}
