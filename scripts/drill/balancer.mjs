import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@cairn/testing/free-port'
import { ensureProgram } from './debian.mjs'

const HAPROXY = '/usr/sbin/haproxy'
const CHECK_EVERY_MS = 200
const LOOK_AGAIN_MS = 50
const NOTICES_WITHIN_MS = 60_000

/** Whether this machine has HAProxy, or could install it. */
export const hasBalancer = () => ensureProgram(HAPROXY, 'haproxy')

/**
 * Puts HAProxy on a port in front of nodes on others. It asks /readyz, twice before it takes a node for gone: a busy
 * machine may owe one answer. What could not be sent to one node at all it sends to another.
 */
export async function startBalancer(port, ports) {
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
