import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { isAlive, postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { startServerProcess } from '@cairn/testing/server-process'
import { ensureProgram, notRun } from './debian.mjs'
import { lostFrom, MEMBER, openSql } from './member.mjs'
import { startOfficialClients } from './official-clients.mjs'
import { ETCD, HAPROXY, leaderOf, PATRONI, processesOf, startPatroni, switchOver } from './patroni.mjs'

const CLIENTS = 4
const SECRET = 'the secret of the drill that fails over'
/** The address at which people would reach both servers: the issuer of their tokens. */
const PUBLIC_URL = 'http://127.0.0.1:8000'
const ROUNDS = 20
/** Each fault once. */
const FAULTS_ONCE = 4
const WITHIN_MS = 80_000
const BACK_WITHIN_MS = 120_000
const WRITES_BETWEEN = 20

/** The faults of the primary. Each resolves with a function that repairs it. */
const FAULTS = {
  async killed({ data }) {
    const [postmaster] = postgresProcesses(data)
    signalAll([postmaster], 'SIGKILL')
    return async () => {}
  },
  async paused(node) {
    const processes = processesOf(node)
    signalAll(processes, 'SIGSTOP')
    return async () => signalAll(processes, 'SIGCONT')
  },
  async 'cut off'({ link }) {
    link.cut()
    return async () => link.mend()
  },
  async 'switched over'(_node, nodes) {
    await switchOver(nodes)
    return async () => {}
  },
}

/**
 * Two servers on a Postgres that fails over: Debian's Patroni, etcd and HAProxy, three nodes on loopback addresses. The
 * primary is killed, paused, cut off from etcd and switched over in turn, 20 times or until the time is over, while
 * members write and read back through the official client. Its one etcd stays.
 */
export async function failover({ short, long }) {
  const packages = { [PATRONI]: 'patroni', [ETCD]: 'etcd-server', [HAPROXY]: 'haproxy' }
  for (const [path, name] of Object.entries(packages))
    if (!(await ensureProgram(path, name))) return notRun(`there is no ${name} here`)
  const cluster = await startPatroni()
  const sql = openSql(cluster.target)
  const servers = []
  try {
    const { user, password, host, port, database } = cluster.target
    const env = {
      DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
      CAIRN_SECRET: SECRET,
      PUBLIC_URL,
      LOG_LEVEL: 'silent',
    }
    for (let count = 0; count < 2; count += 1) servers.push(await startServerProcess(env))
    const started = servers.map(({ pid }) => pid)
    await arrangePerson(sql, { email: MEMBER, name: 'Ada' })
    const load = await startOfficialClients(servers, MEMBER, CLIENTS)
    const outages = await inTurn(cluster, load, {
      rounds: short ? FAULTS_ONCE : ROUNDS,
      withinMs: long ? Number.POSITIVE_INFINITY : WITHIN_MS,
    }).finally(load.end)
    const lost = await lostFrom(sql, load.written)
    const gone = started.filter((pid) => !isAlive(pid))
    const seconds = outages.map(({ ms }) => ms / 1_000).toSorted((a, b) => a - b)
    return {
      done: `Patroni, etcd, HAProxy and three Postgres: the primary ${countsOf(outages)} under ${CLIENTS} writers through the official client and two servers`,
      came: `${load.written.length} acknowledged writes, ${lost.length} lost; ${load.counts.read} read back, ${load.missing.length} not there; ${load.counts.refused} refused meanwhile; ${gone.length} servers ended; outage p50 ${at(seconds, 0.5)} s, longest ${at(seconds, 1)} s`,
      passed: lost.length + load.missing.length + gone.length === 0 && outages.length > 0,
    }
  } finally {
    await sql.end({ timeout: 1 })
    for (const server of servers) await server.dispose()
    await cluster.end()
  }
}

/**
 * Causes the faults of the primary in turn. Resolves with each fault and the time for which no write was acknowledged.
 */
async function inTurn({ nodes, untilHealthy }, load, { rounds, withinMs }) {
  const deadline = performance.now() + withinMs
  const outages = []
  const kinds = Object.keys(FAULTS)
  while (outages.length < rounds && performance.now() < deadline) {
    await load.acknowledged(WRITES_BETWEEN, BACK_WITHIN_MS)
    const kind = kinds[outages.length % kinds.length]
    const node = await leaderOf(nodes)
    const gap = load.gap()
    const mend = await FAULTS[kind](node, nodes)
    await untilOther(nodes, node)
    await load.acknowledged(WRITES_BETWEEN, BACK_WITHIN_MS)
    outages.push({ kind, ms: gap() })
    await mend()
    await untilHealthy()
  }
  return outages
}

async function untilOther(nodes, { name }) {
  const others = nodes.filter((node) => node.name !== name)
  const deadline = performance.now() + BACK_WITHIN_MS
  for (;;) {
    const leader = await leaderOf(others)
    if (leader !== undefined && leader.name !== name) return
    if (performance.now() > deadline) throw new Error('No other Postgres became primary.')
    await wait(50)
  }
}

function countsOf(outages) {
  return Object.keys(FAULTS)
    .map((wanted) => `${outages.filter(({ kind }) => kind === wanted).length} × ${wanted}`)
    .join(', ')
}

const at = (sorted, share) =>
  (sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN).toFixed(1)
