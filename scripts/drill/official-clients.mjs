import { setTimeout as wait } from 'node:timers/promises'
import { PASSWORD } from '@cairn/testing/people'
import { createClient } from '@supabase/supabase-js'
import { NoRealtime } from '../../acceptance/support/no-realtime.ts'

const AGAIN_AFTER_MS = 100

/**
 * Members who write through the official client until `end` is called, each through one server, and read back through
 * another what was acknowledged. `written` are the names of what was; `missing` those that a later answer did not show. An
 * error is an outage, and the next write comes a moment later. `gap` begins a measure of the longest time without an
 * acknowledged write.
 */
export async function startOfficialClients(servers, email, count) {
  const counts = { refused: 0, read: 0 }
  const written = []
  const missing = []
  let last = performance.now()
  let longest = 0
  let ending = false

  const clients = await Promise.all(servers.map((server) => signedIn(server, email)))

  function acknowledged(name) {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    written.push(name)
  }

  async function work(writer) {
    for (let turn = 0; !ending; turn += 1) {
      const here = clients[(writer + turn) % clients.length]
      const there = clients[(writer + turn + 1) % clients.length]
      const name = `writer ${writer} ${turn}`
      const { error } = await here.from('systems').insert({ name })
      if (error !== null) {
        counts.refused += 1
        await wait(AGAIN_AFTER_MS)
        continue
      }
      acknowledged(name)
      const found = await there.from('systems').select('name').eq('name', name)
      if (found.error !== null) continue
      counts.read += 1
      if (found.data.length === 0) missing.push(name)
    }
  }

  const working = Promise.all(Array.from({ length: count }, (_, writer) => work(writer)))
  return {
    counts,
    written,
    missing,
    gap() {
      longest = 0
      return () => Math.max(longest, performance.now() - last)
    },
    /** Resolves when so many more writes have been acknowledged. */
    async acknowledged(more, withinMs) {
      const wanted = written.length + more
      const deadline = performance.now() + withinMs
      while (written.length < wanted) {
        if (performance.now() > deadline) throw new Error(`No write was acknowledged within ${withinMs} ms.`)
        await wait(20)
      }
    },
    async end() {
      ending = true
      await working
    },
  }
}

async function signedIn({ url, publishableKey }, email) {
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoRealtime },
  })
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error !== null) throw error
  return client
}
