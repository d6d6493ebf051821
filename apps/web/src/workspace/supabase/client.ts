import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database-types.ts'
import { createTracedFetch } from './traced-fetch.ts'

/** Where the service is, and the public key that opens it. */
export interface ServiceAddress {
  url: string
  key: string
}

export interface ServiceClient {
  supabase: SupabaseClient<Database>
  /** The request id of the auth request that failed last; the official client's errors do not carry it. */
  lastAuthFailure(): string | null
  /** Sends what the official client has no call for to the auth server, as the user whom the token names. */
  sendToAuth(method: 'GET' | 'POST' | 'DELETE', path: string, accessToken: string): Promise<Response>
  /** Deletes a row at once and without the official client, which would first wait for the session: the page is going. */
  deleteAndForget(table: string, id: string, accessToken: string): void
}

/** Gives the one client of this page, loading it first where necessary. */
export type Connect = () => Promise<ServiceClient>

/** The official client, as this app uses it: PKCE, sessions in local storage, failures tagged with their request id. */
export function createServiceClient({ url, key }: ServiceAddress, send: typeof fetch = fetch): ServiceClient {
  const traced = createTracedFetch((input, init) => send(input, outlivingThePage(init)))
  return {
    supabase: createClient<Database>(url, key, {
      auth: { flowType: 'pkce' },
      global: { fetch: traced.fetch },
    }),
    lastAuthFailure: traced.lastAuthFailure,
    sendToAuth(method, path, accessToken) {
      const headers = { apikey: key, authorization: `Bearer ${accessToken}` }
      return traced.fetch(new URL(`/auth/v1${path}`, url), { method, headers })
    },
    deleteAndForget(table, id, accessToken) {
      const address = new URL(`/rest/v1/${table}?id=eq.${encodeURIComponent(id)}`, url)
      const headers = { apikey: key, authorization: `Bearer ${accessToken}` }
      fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
    },
  }
}

/** A deletion under way is not called off when its page closes. Other writes may be too large for that. */
function outlivingThePage(init: RequestInit | undefined): RequestInit | undefined {
  return init?.method === 'DELETE' ? { ...init, keepalive: true } : init
}
