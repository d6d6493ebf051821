import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureNode, OTHER_NODES } from './lib/nodes.mjs'
import { ROOT, run } from './lib/run.mjs'

const READY_WITHIN_MS = 170_000

/** Tests that need neither a database nor a browser: protocol, parsing, rules. */
const FAST_TESTS = ['packages/postgres/src', 'packages/data-api/src', 'packages/auth/src']

process.exitCode = await testOnOtherNodes().catch((error) => {
  console.error(String(error))
  return 1
})

/**
 * Runs the fast tests and the built server on each other version of Node. Resolves with 0 when all is well.
 */
async function testOnOtherNodes() {
  for (const version of OTHER_NODES) {
    const node = await ensureNode(version)
    console.log(`\nNode ${version}`)
    const config = ['--config', 'scripts/lib/fast-tests.config.mjs', '--reporter=dot']
    const tested = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...FAST_TESTS])
    if (tested !== 0) return tested
    await serveOnce(node)
    console.log(
      `The built server started, signed somebody up, refused a visitor and stopped on Node ${version}.`,
    )
  }
  return 0
}

/** Starts the built server on a separate folder, signs a person up, lists, and stops it. Throws the first fault. */
async function serveOnce(node) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-node-'))
  const address = `http://127.0.0.1:${await freePort()}`
  const server = spawn(node, [join(ROOT, 'apps', 'server', 'dist', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: new URL(address).port,
      CAIRN_DATA_DIR: folder,
      CAIRN_PROCESSES: '2',
      SHUTDOWN_DELAY: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(server, 'exit')
  try {
    await Promise.race([ready(address), ended.then(([code]) => fail(`The server ended with ${code}.`))])
    const { key } = await (await fetch(`${address}/config.json`)).json()
    const headers = { apikey: key, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'ada@node.example', password: 'Correct horse 1 battery!' })
    await expectStatus(200, fetch(`${address}/auth/v1/signup`, { method: 'POST', headers, body }))
    // A visitor may read no table: Postgres itself refuses.
    await expectStatus(401, fetch(`${address}/rest/v1/systems`, { headers }))
    server.kill('SIGTERM')
    const [code] = await ended
    if (code !== 0) fail(`The server stopped with ${code}.`)
  } finally {
    server.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ready(address) {
  const deadline = performance.now() + READY_WITHIN_MS
  while (performance.now() < deadline) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return
    await wait(100)
  }
  fail('The server was not ready in time.')
}

async function expectStatus(status, asked) {
  const answer = await asked
  if (answer.status !== status) fail(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
}

function fail(sentence) {
  throw new Error(sentence)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
