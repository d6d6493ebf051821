import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@cairn/testing/free-port'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { startServerProcess } from '@cairn/testing/server-process'
import { ensureProgram, notRun } from './debian.mjs'
import { addressOf, lostFrom, openSql, signedInMember, startWriting } from './member.mjs'

const CLIENTS = 8
const HAPROXY = '/usr/sbin/haproxy'
const SECRET = 'the secret that both nodes of the drill share'

const WITHIN_MS = 90_000
/** So many requests in each roll of the long form: 100,000 in all. */
const REQUESTS_OF_A_ROLL = 10_000

/** Restarts two nodes behind HAProxy in turn while clients write: none of them notices. */
export async function roll({ short, long }) {
  const rolls = short ? 1 : 10
  if (!(await ensureProgram(HAPROXY, 'haproxy'))) return notRun('there is no HAProxy here')
  const database = await openScratchPostgres()
  const port = await freePort()
  const env = {
    DATABASE_URL: addressOf(database.admin),
    CAIRN_SECRET: SECRET,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY: '4',
  }
  const sql = openSql(database.admin)
  const opened = []
  try {
    for (let count = 0; count < 2; count += 1) opened.push(await startServerProcess(env))
    const nodes = opened.map(({ url }) => new URL(url).port)
    const balancer = await startBalancer(port, nodes)
    try {
      const headers = await signedInMember(opened[0], sql)
      const writing = startWriting(balancer.url, headers, { clients: CLIENTS, run: 'roll' })
      const deadline = performance.now() + (long ? Number.POSITIVE_INFINITY : WITHIN_MS)
      let rolled = 0
      while (rolled < rolls && performance.now() < deadline) {
        for (const node of opened) {
          await node.stop()
          await node.start()
          await balancer.allUp()
        }
        rolled += 1
        while (long && writing.counts.answered < rolled * REQUESTS_OF_A_ROLL) await wait(LOOK_AGAIN_MS)
      }
      await writing.end()
      const { answered, failed } = writing.counts
      const lost = await lostFrom(sql, writing.written)
      return {
        done: `${rolled} rolling restarts of two nodes behind HAProxy under the writes of ${CLIENTS} clients`,
        came: `${answered} requests, ${failed.length} failed${failed.length === 0 ? '' : ` (${[...new Set(failed)].join(', ')})`}, ${lost.length} lost`,
        passed: failed.length === 0 && lost.length === 0 && answered > 0,
      }
    } finally {
      await balancer.end()
    }
  } finally {
    await sql.end()
    for (const server of opened) await server.dispose()
    await database.stop()
  }
}

const CHECK_EVERY_MS = 200
const LOOK_AGAIN_MS = 50
const NOTICES_WITHIN_MS = 60_000

/**
 * Asks /readyz, twice before it takes a node for gone: a busy machine may owe one answer. Sends elsewhere what could not
 * be sent at all.
 */
async function startBalancer(port, ports) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  const statistics = await freePort()
  const nodes = ports.map((node, index) => `  server node${index} 127.0.0.1:${node} check`)
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  option redispatch
  retries 3
  retry-on conn-failure
listen cairn
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  http-check send hdr Host localhost
  default-server inter ${CHECK_EVERY_MS}ms fall 2 rise 1
${nodes.join('\n')}
listen statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
`,
  )
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  /** Resolves when the balancer sends requests to every node. */
  async function allUp() {
    const deadline = performance.now() + NOTICES_WITHIN_MS
    while (!(await states(statistics)).every((state) => state === 'UP')) {
      if (performance.now() > deadline || child.exitCode !== null)
        throw new Error('HAProxy does not find every node ready.')
      await wait(LOOK_AGAIN_MS)
    }
  }

  await allUp()
  return {
    url,
    allUp,
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What HAProxy holds of each node; one unknown state as long as it does not say. */
async function states(statistics) {
  const csv = await fetch(`http://127.0.0.1:${statistics}/;csv`).then(
    (answer) => answer.text(),
    () => '',
  )
  const [head = '', ...lines] = csv.split('\n').map((line) => line.split(','))
  const at = [...head].indexOf('status')
  const found = lines.filter(([, name]) => name?.startsWith('node')).map((line) => line[at])
  return found.length === 0 ? ['unknown'] : found
}
