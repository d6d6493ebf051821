import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { identity, postgresAccount } from '@cairn/postgres/embedded/account'
import { postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { openLink } from './link.mjs'

export const PATRONI = '/usr/bin/patroni'
export const ETCD = '/usr/bin/etcd'
export const HAPROXY = '/usr/sbin/haproxy'
const BINARIES = process.env.CAIRN_POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'

const SUPERUSER = { user: 'postgres', password: 'the superuser of the drill', database: 'postgres' }
const NODES = ['127.0.0.11', '127.0.0.12', '127.0.0.13']
const ETCD_HOST = '127.0.0.10'
const BALANCER_HOST = '127.0.0.14'
const PORT = 54_329
const REST_PORT = 54_380
const ETCD_PORT = 54_379
const PEER_PORT = 54_378
/** The seconds for which a silent node may keep the lock. */
const TTL = 10
const HEALTHY_WITHIN_MS = 180_000
const LOOK_AGAIN_MS = 200
const STOPS_WITHIN_MS = 20_000

/**
 * The configuration of Patroni for one node. Source: https://patroni.readthedocs.io/en/latest/yaml_configuration.html
 */
const configurationOf = ({ name, host, etcd, folder }) => ({
  scope: 'cairn',
  name,
  restapi: { listen: `${host}:${REST_PORT}`, connect_address: `${host}:${REST_PORT}` },
  // etcd is reached by its older interface: with the newer one Patroni before 3.0.3, which Debian 12 has, overwrites
  // the lock of another when it wakes (its pull request 2689). The proxy setting keeps it to the link: it would ask
  // etcd for its own address.
  etcd: { host: `${etcd.host}:${etcd.port}`, use_proxies: true },
  bootstrap: {
    dcs: {
      ttl: TTL,
      loop_wait: 1,
      retry_timeout: 3,
      synchronous_mode: true,
      primary_start_timeout: 0,
      postgresql: {
        use_pg_rewind: true,
        use_slots: true,
        parameters: { wal_log_hints: 'on', max_connections: 100, shared_buffers: '32MB' },
      },
    },
    initdb: [{ encoding: 'UTF8' }, 'data-checksums', { 'auth-local': 'scram-sha-256' }],
    pg_hba: [
      'local all all scram-sha-256',
      'host all all 127.0.0.0/8 scram-sha-256',
      'host replication all 127.0.0.0/8 scram-sha-256',
    ],
  },
  postgresql: {
    listen: `${host}:${PORT}`,
    connect_address: `${host}:${PORT}`,
    data_dir: join(folder, 'data'),
    bin_dir: BINARIES,
    pgpass: join(folder, 'pgpass'),
    authentication: {
      superuser: { username: SUPERUSER.user, password: SUPERUSER.password },
      replication: { username: 'replicator', password: 'the replicator of the drill' },
      rewind: { username: 'rewinder', password: 'the rewinder of the drill' },
    },
    parameters: { unix_socket_directories: folder, log_min_messages: 'fatal', jit: 'off' },
  },
})

/** HAProxy asks Patroni for the primary, and ends the sessions of a former one. */
const BALANCING = `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
listen postgres
  bind ${BALANCER_HOST}:${PORT}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
${NODES.map((host, index) => `  server node${index} ${host}:${PORT} check port ${REST_PORT}`).join('\n')}
`

/**
 * Three nodes of Patroni and Postgres on loopback addresses, one etcd that they agree through, and HAProxy, which leads to
 * the primary. Resolves when all three are there.
 */
export async function startPatroni() {
  const folder = scratchFolder('cairn-patroni-')
  const account = postgresAccount(folder)
  const own = (path) => account !== null && chownSync(path, account.uid, account.gid)
  own(folder)
  const programs = createPrograms(account)
  programs.start(ETCD, etcdOptions(join(folder, 'etcd')))
  const nodes = []
  for (const [index, host] of NODES.entries()) {
    const name = `node${index}`
    const home = join(folder, name)
    mkdirSync(home)
    own(home)
    const link = await openLink(host, { host: ETCD_HOST, port: ETCD_PORT })
    // YAML reads JSON.
    const file = join(home, 'patroni.yml')
    writeFileSync(file, JSON.stringify(configurationOf({ name, host, etcd: link.address, folder: home })))
    nodes.push({ name, host, link, data: join(home, 'data'), patroni: programs.start(PATRONI, [file]) })
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, BALANCING)
  programs.start(HAPROXY, ['-db', '-f', file])
  const cluster = {
    target: { ...SUPERUSER, host: BALANCER_HOST, port: PORT },
    nodes,
    untilHealthy: () => untilHealthy(nodes),
    async end() {
      signalAll(nodes.flatMap(processesOf), 'SIGCONT')
      await Promise.all(nodes.map(({ link }) => link.close()))
      await programs.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await cluster.untilHealthy()
    return cluster
  } catch (error) {
    await cluster.end()
    throw error
  }
}

/** The node that has the lock. */
export async function leaderOf(nodes) {
  const leader = (await members(nodes)).find(({ role }) => role === 'leader')
  return nodes.find(({ name }) => name === leader?.name)
}

/** The processes of a node: Patroni, and Postgres where it runs. */
export function processesOf({ patroni, data }) {
  try {
    return [patroni.pid, ...postgresProcesses(data)]
  } catch {
    return [patroni.pid]
  }
}

/** Hands the lock over to a replica, as an operator does. */
export async function switchOver(nodes) {
  const leader = await leaderOf(nodes)
  const answer = await fetch(`http://${leader.host}:${REST_PORT}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: leader.name }),
  })
  if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`)
}

/** Asks the first node that answers for all members. */
async function members(nodes) {
  for (const { host } of nodes) {
    const found = await fetch(`http://${host}:${REST_PORT}/cluster`, { signal: AbortSignal.timeout(2_000) })
      .then((answer) => answer.json())
      .catch(() => null)
    if (found !== null) return found.members
  }
  return []
}

/** Waits until one node leads, one confirms its commits, and the third follows them. */
async function untilHealthy(nodes) {
  const deadline = performance.now() + HEALTHY_WITHIN_MS
  for (;;) {
    const all = await members(nodes)
    const has = (wanted) => all.filter(({ role }) => role === wanted).length === 1
    const runs = all.every(({ state }) => state === 'running' || state === 'streaming')
    const together = new Set(all.map(({ timeline }) => timeline)).size === 1
    if (all.length === nodes.length && has('leader') && has('sync_standby') && runs && together) return
    if (performance.now() > deadline)
      throw new Error(
        `Patroni has no whole cluster: ${JSON.stringify(all.map(({ name, role, state }) => [name, role, state]))}`,
      )
    await wait(LOOK_AGAIN_MS)
  }
}

function etcdOptions(data) {
  const at = (port) => `http://${ETCD_HOST}:${port}`
  return ['--name', 'etcd', '--data-dir', data, '--log-level', 'error', '--enable-v2'].concat(
    ['--listen-client-urls', at(ETCD_PORT), '--advertise-client-urls', at(ETCD_PORT)],
    ['--listen-peer-urls', at(PEER_PORT), '--initial-advertise-peer-urls', at(PEER_PORT)],
    ['--initial-cluster', `etcd=${at(PEER_PORT)}`],
  )
}

/** Runs the programs of the drill as the user of Postgres, and ends them from the last to the first. */
function createPrograms(account) {
  const started = []
  return {
    start(program, parameters) {
      const child = spawn(program, parameters, { ...identity(account), stdio: 'ignore' })
      started.push({ child, gone: once(child, 'exit') })
      return child
    },
    async end() {
      for (const { child, gone } of started.toReversed()) {
        child.kill('SIGTERM')
        const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
        await gone
        clearTimeout(late)
      }
    },
  }
}
