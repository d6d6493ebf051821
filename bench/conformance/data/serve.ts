import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { type Installed, install } from '../installation.ts'
import { isStub, serveNothing } from '../stub.ts'

/** Where the suite expects the API: it is the address of a local Supabase. */
const PORT = 54321

declare module 'vitest' {
  interface ProvidedContext {
    /** Null against the stub. */
    dataInstallation: (Installed & { accessToken: string }) | null
  }
}

/** vitest's global set-up: the whole server over the suite's own schema. Returns what ends it. */
export default async function open(project: TestProject): Promise<() => Promise<void>> {
  if (isStub()) {
    project.provide('dataInstallation', null)
    return serveNothing([PORT])
  }
  const postgresServer = await startTestServer({ effective_cache_size: '128MB', compute_query_id: 'on' })
  const database = await testDatabase('auth')
  await loadWorld(database.admin, process.env['CONFORMANCE_SUITE'] ?? '')
  const { stop, ...installed } = await install(
    {
      port: PORT,
      host: 'localhost',
      schemas: ['public', 'personal'],
      settings: { mailerAutoconfirm: true },
      env: { PGRST_DB_AGGREGATES_ENABLED: 'true', PGRST_DB_TX_END: 'commit-allow-override' },
    },
    database,
  )
  project.provide('dataInstallation', { ...installed, accessToken: await signUp(installed) })
  return async () => {
    await stop()
    await postgresServer.stop()
  }
}

const session = z.object({ access_token: z.string() })

async function signUp({ origin, publishableKey }: Installed): Promise<string> {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@example.com', password: 'Correct-Horse-9' }),
  })
  return session.parse(await answer.json()).access_token
}

/**
 * As the suite has it, without geography: PostGIS is no part of Cairn. Every role may do everything, as on Supabase.
 */
async function loadWorld(admin: ConnectionTarget, suite: string): Promise<void> {
  const read = (file: string) => readFileSync(join(suite, 'test', 'supabase', file), 'utf8')
  const schema = read('migrations/00000000000000_schema.sql')
    .replace(/create extension if not exists postgis[^;]*;/i, '')
    .replace(/extensions\.geometry\([^)]*\)/i, 'text')
  const sql = postgres({ ...admin, ssl: false, max: 1, onnotice: () => {} })
  await sql.unsafe(`
    grant usage on schema public to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  `)
  await sql.unsafe(schema)
  await sql.unsafe(read('seed.sql'))
  await sql.end()
}
