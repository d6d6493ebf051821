import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { arrangeMember } from '../../api/arrange.ts'
import { makeToken, WITHOUT_LIMIT } from '../../support/caller.ts'

/**
 * `npx tsx bench/conformance/mcp/run.ts ../mcp/node_modules/@modelcontextprotocol/conformance` runs what the Model Context
 * Protocol's own suite requires of servers in two versions of the protocol (docs/develop/conformance.md). What follows the path
 * goes to the suite, such as `--verbose`.
 */
const [suite = '', ...rest] = process.argv.slice(2)
const READS = ['systems:read', 'automations:read', 'agents:read', 'solutions:read', 'people:read']
const TSX = join(import.meta.dirname, '..', '..', '..', 'node_modules', 'tsx', 'dist', 'cli.mjs')
/** The versions of the protocol, with the known gaps of Cairn. */
const REVISIONS = [
  { revision: '2026-07-28', known: [] },
  {
    revision: '2025-11-25',
    known: ['--expected-failures', join(import.meta.dirname, 'known-2025-11-25.yml')],
  },
]
/** Tools in place of Cairn's own: the suite calls tools that Cairn does not have. */
const FIXTURES = { program: TSX, parameters: [join(import.meta.dirname, 'cairn-with-fixtures.ts')] }

/**
 * Opens a proxy at the public address that adds a token, because the suite sends none. It passes everything else on
 * unchanged.
 */
async function openProxy(port: number, server: ServerProcess): Promise<Server> {
  const authorization = `Bearer ${await makeToken(server, await arrangeMember(server), READS)}`
  const { hostname, port: behind } = new URL(server.url)
  const proxy = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const passedOn = request({ hostname, port: behind, path, method, headers: { ...headers, authorization } })
    passedOn.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    passedOn.on('error', () => answer.destroy())
    asked.pipe(passedOn)
  })
  await once(proxy.listen(port), 'listening')
  return proxy
}

/** Runs the suite against a server. @returns whether nothing failed but what is known */
async function passes(program: typeof FIXTURES | undefined, ...options: string[]): Promise<boolean> {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const env = { LOG_LEVEL: 'silent', PUBLIC_URL: publicUrl, ...WITHOUT_LIMIT }
  const server = await startServerProcess(env, null, program)
  try {
    const proxy = await openProxy(port, server)
    const words = ['server', '--url', `${publicUrl}/mcp`, ...options, ...rest]
    const run = spawn(process.execPath, [join(suite, 'dist', 'index.js'), ...words], { stdio: 'inherit' })
    await once(run, 'exit')
    proxy.close()
    return run.exitCode === 0
  } finally {
    await server.dispose()
  }
}

let failed = 0
for (const { revision, known } of REVISIONS) {
  console.log(`\nCairn's own tools, ${revision}`)
  if (!(await passes(undefined, '--scenario', 'tools-list', '--spec-version', revision))) failed += 1
  console.log(`\nAll that ${revision} requires, with the suite's tools`)
  if (!(await passes(FIXTURES, '--requirements', revision, ...known))) failed += 1
}
process.exitCode = failed === 0 ? 0 : 1
