import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Auth, createAuth } from '@cairn/auth/auth'
import { openPool } from '@cairn/postgres/pool'
import { privileged } from '@cairn/postgres/privileged'
import { testDatabase } from '@cairn/testing/test-database'
import { startTestServer } from '@cairn/testing/test-server'
import { isStub, serveNothing } from '../stub.ts'
import { openGate, type RoleOfKey } from './keys.ts'
import { SHARED, SITES, type SiteOfSuite } from './sites.ts'

/** vitest's global set-up: the auth service in each configuration that the suite expects. Returns what ends them. */
export default async function serve(): Promise<() => Promise<void>> {
  if (isStub()) return serveNothing(SITES.map(({ port }) => port))
  const postgresServer = await startTestServer()
  console.log(`[auth.links] prove_all = ${SHARED.linksProveAll ?? false}`)
  const roleOf = openGate(process.env['CONFORMANCE_SUITE'] ?? '')
  const closers = await Promise.all(SITES.map((site) => open(site, roleOf)))
  return async () => {
    await Promise.all(closers.map((close) => close()))
    await postgresServer.stop()
  }
}

async function open(site: SiteOfSuite, roleOf: RoleOfKey): Promise<() => Promise<void>> {
  const publicUrl = `http://${site.host}:${site.port}`
  const { authAdmin } = await testDatabase('auth')
  const pool = openPool({ target: authAdmin, size: 4, name: 'conformance' })
  const auth = await createAuth({
    database: privileged(pool),
    publicUrl,
    secret: new Uint8Array(32).fill(9),
    mail: { from: 'conformance@localhost', smtpUrl: null, outboxDir: join(tmpdir(), 'cairn-conformance') },
    settings: { ...SHARED, siteUrl: publicUrl, ...site.settings },
    // Unforeseen errors are printed beside the results of the suite.
    observe: (event) => {
      if (event.kind === 'request-failed') console.error(event)
    },
  })
  const server = createServer((request, response) => {
    answer(auth, roleOf, publicUrl, request).then(
      async (answered) => {
        response.writeHead(answered.status, Object.fromEntries(answered.headers))
        response.end(Buffer.from(await answered.arrayBuffer()))
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await listen(server, site.port)
  return async () => {
    server.close()
    server.closeAllConnections()
    await auth.close()
    await pool.close()
  }
}

async function answer(
  auth: Auth,
  roleOf: RoleOfKey,
  publicUrl: string,
  request: IncomingMessage,
): Promise<Response> {
  const { method = 'GET', url = '/', headers } = request
  const body = await text(request)
  const key = headers['apikey'] ?? headers.authorization?.replace(/^bearer /i, '') ?? ''
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers)) sent.set(name, String(value))
  return auth.handle(new Request(publicUrl + url, { method, headers: sent, ...(body && { body }) }), {
    clientAddress: '127.0.0.1',
    requestId: 'conformance',
    apiRole: roleOf(String(key)),
  })
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, () => resolve())
  })
}
