import { randomBytes } from 'node:crypto'
import { PASSWORD } from '@cairn/testing/people'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { NoRealtime } from './no-realtime.ts'
import { type Answer, type Message, sendTo } from './raw-http.ts'

/** A running Cairn as the outside sees it, and the superuser of its database for arranging and looking. */
export interface Cairn {
  server: ServerProcess
  database: postgres.Sql
  /** The official client, in a separate browser: it shares nothing with another one. */
  browser(): SupabaseClient
  /** A browser in which an arranged person has signed in. */
  signedIn(person: { email: string }): Promise<SignedIn>
  /** A request with the public key, as any visitor can send it. */
  send(message: Message): Promise<Answer>
  close(): Promise<void>
}

export interface SignedIn {
  client: SupabaseClient
  /** The access token, for requests that the official client would not send. */
  token: string
  refreshToken: string
  userId: string
}

/**
 * Starts a Cairn of a test file's own, which keeps its database. `env` adds to the server's environment; its log goes
 * to
 * the file `log` where one is named.
 */
export async function openCairn(env: Record<string, string> = {}, log: string | null = null): Promise<Cairn> {
  const server = await startServerProcess(env, log)
  return visit(server, server.admin())
}

/**
 * Starts a Cairn on a database in the Postgres of another one. Both use the same roles, and so need the same secret.
 */
export async function openCairnBeside(
  first: Cairn,
  database: string,
  env: Record<string, string>,
): Promise<Cairn> {
  const target = { ...first.server.admin(), database }
  return visit(await startServerProcess(env), target)
}

function visit(server: ServerProcess, target: ReturnType<ServerProcess['admin']>): Cairn {
  const database = postgres({ ...target, ssl: false, max: 3, onnotice: () => {} })
  function browser(): SupabaseClient {
    return createClient(server.url, server.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      realtime: { transport: NoRealtime },
    })
  }

  return {
    server,
    database,
    browser,
    async signedIn({ email }) {
      const client = browser()
      const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (error !== null) throw error
      const { access_token, refresh_token, user } = data.session
      return { client, token: access_token, refreshToken: refresh_token, userId: user.id }
    },
    send: ({ headers, ...message }) =>
      sendTo(server.url, { ...message, headers: { apikey: server.publishableKey, ...headers } }),
    async close() {
      await database.end({ timeout: 1 })
      await server.dispose()
    },
  }
}

/** A domain that no other test uses. */
export function freshDomain(): string {
  return `team-${randomBytes(4).toString('hex')}.example`
}
