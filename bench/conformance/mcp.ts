import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { startServerProcess } from '@cairn/testing/server-process'
import { arrangeMember } from '../api/arrange.ts'
import { makeToken, WITHOUT_LIMIT } from '../support/caller.ts'

/**
 * `npx tsx bench/conformance/mcp.ts ../mcp/node_modules/@modelcontextprotocol/conformance` runs the server scenarios of the
 * Model Context Protocol's own suite against `/mcp` of a server (docs/conformance.md). The suite sends no token: a proxy at
 * the server's public address adds one. What follows the path goes to the suite, such as `--scenario ping`.
 */
const [suite = '', ...rest] = process.argv.slice(2)
const READS = ['systems:read', 'automations:read', 'agents:read', 'solutions:read', 'people:read']

const port = await freePort()
const publicUrl = `http://localhost:${port}`
const server = await startServerProcess({ LOG_LEVEL: 'silent', PUBLIC_URL: publicUrl, ...WITHOUT_LIMIT })
const proxy = createServer()
try {
  const authorization = `Bearer ${await makeToken(server, await arrangeMember(server), READS)}`
  const { hostname, port: behind } = new URL(server.url)
  proxy.on('request', (asked, answer) => {
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
  const known = join(import.meta.dirname, 'mcp-known.yml')
  const options = ['--url', `${publicUrl}/mcp`, '--suite', 'all', '--expected-failures', known, ...rest]
  const run = spawn(process.execPath, [join(suite, 'dist', 'index.js'), 'server', ...options], {
    stdio: 'inherit',
  })
  await once(run, 'exit')
  process.exitCode = run.exitCode ?? 1
} finally {
  proxy.close()
  await server.dispose()
}
