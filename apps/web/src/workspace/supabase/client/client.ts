import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { createRequestsInFlight, type RequestsInFlight } from '../fetch/requests-in-flight.ts'
import { createTracedFetch } from '../fetch/traced-fetch.ts'
import type { Database } from './database-types.ts'

/** Where the service is, and the public key that opens it. */
export interface ServiceAddress {
  url: string
  key: string
}

type AuthMethod = 'GET' | 'POST' | 'DELETE'

export interface ServiceClient {
  supabase: SupabaseClient<Database>
  /** The request id of the auth request that failed last; the official client's errors do not carry it. */
  lastAuthFailure(): string | null
  /** Ends the session by `work` once no data request is under way, or `withinMs` is over; meanwhile none is sent. */
  endSession: RequestsInFlight['endSession']
  /** Sends what the official client has no call for to the auth server, as the user whom the token names, if any. */
  sendToAuth(method: AuthMethod, path: string, accessToken?: string, body?: object): Promise<Response>
  /** Calls a server function, as the user who is signed in, if any. */
  callFunction(name: string, body: object, signal?: AbortSignal): Promise<Response>
  /** Deletes a row at once and without the official client, which would first wait for the session: the page is going. */
  deleteAndForget(table: string, id: string, accessToken: string): void
  /** Calls a procedure in the same way. */
  callAndForget(procedure: string, given: object, accessToken: string): void
}

/** Gives the one client of this page, loading it first where necessary. */
export type Connect = () => Promise<ServiceClient>

/**
 * The official client, as this app uses it: PKCE, sessions in local storage, failures tagged with their request id.
 * `language` is that of the page, asked for with each request.
 */
export function createServiceClient(
  { url, key }: ServiceAddress,
  send: typeof fetch = fetch,
  language: () => string | null = () => null,
): ServiceClient {
  const requests = createRequestsInFlight((input, init) =>
    send(input, withKeepalive(inLanguage(init, language()))),
  )
  const traced = createTracedFetch(requests.fetch)
  const supabase = createClient<Database>(url, key, {
    auth: { flowType: 'pkce', experimental: { passkey: true } },
    global: { fetch: traced.fetch },
  })
  return {
    supabase,
    async callFunction(name, body, signal) {
      const { data } = await supabase.auth.getSession()
      const token = data.session?.access_token
      return traced.fetch(new URL(`/functions/v1/${name}`, url), {
        method: 'POST',
        headers: {
          apikey: key,
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      })
    },
    lastAuthFailure: traced.lastAuthFailure,
    endSession: requests.endSession,
    sendToAuth(method, path, accessToken, body) {
      const headers = { apikey: key, ...(accessToken && { authorization: `Bearer ${accessToken}` }) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      return traced.fetch(new URL(`/auth/v1${path}`, url), init)
    },
    deleteAndForget(table, id, accessToken) {
      const address = new URL(`/rest/v1/${table}?id=eq.${encodeURIComponent(id)}`, url)
      const headers = { apikey: key, authorization: `Bearer ${accessToken}` }
      fetch(address, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined)
    },
    callAndForget(procedure, given, accessToken) {
      const address = new URL(`/rest/v1/rpc/${procedure}`, url)
      const headers = {
        apikey: key,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
      }
      const body = JSON.stringify(given)
      fetch(address, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
    },
  }
}

/** A deletion under way is not called off when its page closes. Other writes may be too large for that. */
function withKeepalive(init: RequestInit): RequestInit {
  return init.method === 'DELETE' ? { ...init, keepalive: true } : init
}

/** Mails that a request causes come in the language that was chosen here, which need not be the browser's. */
function inLanguage(init: RequestInit | undefined, language: string | null): RequestInit {
  if (language === null) return { ...init }
  const headers = new Headers(init?.headers)
  headers.set('accept-language', language)
  return { ...init, headers }
}
