import { GoTrueClient, type SupportedStorage } from '@supabase/supabase-js'
import { vi } from 'vitest'
import type { Cairn } from './cairn.ts'

export interface Visit {
  client: GoTrueClient
  stored: Map<string, string>
}

/** Under which a visit finds what an earlier one left. */
export const STORAGE_KEY = 'sb-visit-auth-token'

let visits = 0

/** The official client in a page that has just been opened at this address, with what an earlier visit left stored. */
export function openPage(
  { server }: Cairn,
  address: string,
  options: { flowType?: 'implicit' | 'pkce'; stored?: Map<string, string>; broken?: boolean } = {},
): Visit {
  const { flowType = 'implicit', stored = new Map<string, string>(), broken = false } = options
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('window', {
    location: new URL(address),
    history: { state: null, replaceState: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  // Clients of one page warn of each other by this name; here each has a separate page.
  visits += 1
  const storageKey = `${STORAGE_KEY}-${visits}`
  const kept = (key: string) => key.replace(storageKey, STORAGE_KEY)
  const storage: SupportedStorage = {
    getItem: (key: string) => {
      if (broken) throw new Error('This browser keeps nothing.')
      return stored.get(kept(key)) ?? null
    },
    setItem: (key: string, value: string) => void stored.set(kept(key), value),
    removeItem: (key: string) => void stored.delete(kept(key)),
  }
  const client = new GoTrueClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: server.publishableKey },
    storageKey,
    storage,
    flowType,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: true,
  })
  return { client, stored }
}
