import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createDataApi, type DataApi } from '@cairn/data-api/handler'
import { type ConnectionTarget, openPool } from '@cairn/postgres/pool'
import { testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import postgres from 'postgres'
import { isStub, serveNothing } from './stub.ts'

/** Where the suite expects the API: it is the address of a local Supabase. */
const PORT = 54321
const PREFIX = '/rest/v1'

/** vitest's global set-up: the data API over the suite's own schema. Returns what ends it. */
export default async function serve(): Promise<() => Promise<void>> {
  if (isStub()) return serveNothing([PORT])
  const postgresServer = await startTestServer()
  const { admin, authenticator } = await testDatabase('auth')
  await loadWorld(admin, process.env['CONFORMANCE_SUITE'] ?? '')
  const pool = openPool({ target: authenticator, size: 4, name: 'conformance' })
  const api = await createDataApi({
    pool,
    schemas: ['public', 'personal'],
    maxRows: 1_000,
    aggregates: true,
    rollback: true,
    observe: (failure) => console.error(failure),
  })
  const server = createServer((request, response) => void answer(api, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, () => resolve())
  })
  return async () => {
    server.close()
    server.closeAllConnections()
    await pool.close()
    await postgresServer.stop()
  }
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
    grant usage on schema public to anon, authenticated;
    alter default privileges in schema public grant all on tables to anon, authenticated;
    alter default privileges in schema public grant all on sequences to anon, authenticated;
  `)
  await sql.unsafe(schema)
  await sql.unsafe(read('seed.sql'))
  await sql.end()
}

async function answer(api: DataApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  try {
    const answered = await api.handle(
      {
        method: request.method ?? 'GET',
        url: (request.url ?? '').slice(PREFIX.length),
        headers,
        body: Buffer.concat(chunks),
        id: 'bench',
        forwardedHeaders: {},
      },
      { role: 'anon', claims: { role: 'anon' }, sessionId: null },
    )
    response.writeHead(answered.status, Object.fromEntries(answered.headers))
    response.end(Buffer.from(await answered.arrayBuffer()))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}
