import type { SuggestionsPart } from '@cairn/workspace/port/suggestions'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const suggestions = z.array(
  z.object({
    ...{ id: z.string(), field: z.string(), before: z.unknown(), after: z.unknown(), why: z.string() },
    ...{ client: z.string(), suggested_by: z.nullable(z.string()), created_at: z.string() },
  }),
)
const settings = z.array(z.object({ suggested_edits: z.boolean() }))

/** The suggestions of assistants; each answer to a suggestion is a procedure. */
export function createSuggestions(connect: Connect): SuggestionsPart {
  return {
    async of(kind, record) {
      const sent = { kind, record_id: record }
      const found = await ask(connect, (supabase) => supabase.rpc('get_suggestions', sent), suggestions)
      return found.map(({ suggested_by, created_at, ...suggestion }) => ({
        ...suggestion,
        suggestedBy: suggested_by,
        createdAt: new Date(created_at),
      }))
    },
    async accept(suggestion) {
      await ask(connect, (supabase) => supabase.rpc('accept_suggestion', { suggestion }), z.null())
    },
    async dismiss(suggestion) {
      await ask(connect, (supabase) => supabase.rpc('dismiss_suggestion', { suggestion }), z.null())
    },
    async areAllowed() {
      const rows = await ask(
        connect,
        (supabase) => supabase.from('api_settings').select('suggested_edits'),
        settings,
      )
      return rows[0]?.suggested_edits ?? false
    },
    async allow(allowed) {
      const sent = { allowed }
      await ask(connect, (supabase) => supabase.rpc('allow_suggested_edits', sent), z.null())
    },
  }
}
