import type { DiscoveryPart } from '@cairn/workspace/port/discovery'
import { z } from 'zod/mini'
import { ask, askJson, tell } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'
import { moment, renamed } from '../rows/renamed.ts'

const text = z.nullable(z.string())
const discovered = renamed({
  hasAddress: z.boolean(),
  waiting: z.number(),
  refused: z.number(),
  items: z.array(
    renamed({
      ...{ id: z.string(), name: z.string(), firstAt: moment, lastAt: moment },
      ...{ calls: z.number(), network: text, agent: text, note: text },
    }),
  ),
})
const made = z.object({ token: z.string() })

/** The callers that discovery finds in the account; each method calls a procedure. */
export function createDiscovery(connect: Connect): DiscoveryPart {
  return {
    callers: (state) => askJson(connect, (supabase) => supabase.rpc('get_discovered', { state }), discovered),
    makeAddress: async () =>
      (await askJson(connect, (supabase) => supabase.rpc('make_discovery_address'), made)).token,
    async revokeAddress() {
      await tell(connect, (supabase) => supabase.rpc('revoke_discovery_address'))
    },
    async join(caller, kind, record) {
      const sent = { caller, kind, record_id: record }
      await tell(connect, (supabase) => supabase.rpc('join_discovered', sent))
    },
    register: (caller, as) =>
      ask(connect, (supabase) => supabase.rpc('register_discovered', { caller, ...as })),
    async refuse(callers, refused) {
      const sent = { callers: [...callers], refused }
      await ask(connect, (supabase) => supabase.rpc('refuse_discovered', sent))
    },
  }
}
