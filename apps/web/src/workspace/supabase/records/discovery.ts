import type { DiscoveryPart } from '@cairn/workspace/port/discovery'
import { z } from 'zod/mini'
import { ask } from '../client/ask.ts'
import type { Connect } from '../client/client.ts'

const text = z.nullable(z.string())
const discovered = z.object({
  has_address: z.boolean(),
  waiting: z.number(),
  refused: z.number(),
  items: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), first_at: z.string(), last_at: z.string() },
      ...{ calls: z.number(), network: text, agent: text, note: text },
    }),
  ),
})
const made = z.object({ token: z.string() })

/** The callers that discovery finds in the account; each method calls a procedure. */
export function createDiscovery(connect: Connect): DiscoveryPart {
  return {
    async callers(state) {
      const found = await ask(connect, (supabase) => supabase.rpc('get_discovered', { state }), discovered)
      return {
        hasAddress: found.has_address,
        waiting: found.waiting,
        refused: found.refused,
        items: found.items.map(({ first_at, last_at, ...caller }) => ({
          ...caller,
          firstAt: new Date(first_at),
          lastAt: new Date(last_at),
        })),
      }
    },
    makeAddress: async () =>
      (await ask(connect, (supabase) => supabase.rpc('make_discovery_address'), made)).token,
    async revokeAddress() {
      await ask(connect, (supabase) => supabase.rpc('revoke_discovery_address'), z.null())
    },
    async join(caller, kind, record) {
      const sent = { caller, kind, record_id: record }
      await ask(connect, (supabase) => supabase.rpc('join_discovered', sent), z.null())
    },
    register: (caller, as) =>
      ask(connect, (supabase) => supabase.rpc('register_discovered', { caller, ...as }), z.string()),
    async refuse(callers, refused) {
      const sent = { callers: [...callers], refused }
      await ask(connect, (supabase) => supabase.rpc('refuse_discovered', sent), z.number())
    },
  }
}
