import type { SuggestionsPart } from '@cairn/workspace/port/suggestions'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const suggestions = z.array(
  renamed({
    ...{ id: z.string(), field: z.string(), before: z.unknown(), after: z.unknown(), why: z.string() },
    ...{ client: z.string(), suggestedBy: z.nullable(z.string()), createdAt: moment },
  }),
)

/** The suggestions of assistants; each answer to a suggestion is a procedure. */
export function createSuggestions(connect: Connect): SuggestionsPart {
  return {
    of: (kind, record_id) =>
      askJson(connect, (supabase) => supabase.rpc('get_suggestions', { kind, record_id }), suggestions),
    async accept(suggestion) {
      await tell(connect, (supabase) => supabase.rpc('accept_suggestion', { suggestion }))
    },
    async dismiss(suggestion) {
      await tell(connect, (supabase) => supabase.rpc('dismiss_suggestion', { suggestion }))
    },
    async areAllowed() {
      const rows = await ask(connect, (supabase) => supabase.from('api_settings').select('suggested_edits'))
      return rows[0]?.suggested_edits ?? false
    },
    async allow(allowed) {
      const sent = { allowed }
      await tell(connect, (supabase) => supabase.rpc('allow_suggested_edits', sent))
    },
  }
}
