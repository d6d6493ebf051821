import { rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openReplica, openReplicated } from '@cairn/testing/replicas'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { MIGRATED_CLUSTER, startServerProcess } from '@cairn/testing/server-process'
import { addressOf, ask, openSql, signedInMember } from './member.mjs'

const SECRET = 'the secret of the drill with replicas'
/** The address at which people would reach both servers: the issuer of their tokens. */
const PUBLIC_URL = 'http://127.0.0.1:8000'
const WRITERS = 4
const READERS = 12
/** The number of checked reads in the long form. */
const READS = 100_000
const WITHIN_MS = 60_000
const MEASURE_MS = 4_000
const BUSY = 503

/** Adds to each row of a list the Postgres that has answered. */
const BY_REPLICA = `
  create function public.by_replica(public.systems) returns boolean
  language sql stable
  as 'select pg_is_in_recovery()';
  grant execute on function public.by_replica(public.systems) to authenticated`

/**
 * Runs two streaming replicas beside the primary. Lists are counted with and without them. Then members write through
 * one server and read through another, and every list has to show each write that had been acknowledged when the list
 * was requested; meanwhile one replica replays nothing for a while, and the other is stopped and started again.
 */
export async function replicas({ short, long }) {
  const folder = scratchFolder('cairn-drill-replicas-')
  const cluster = await openReplicated({ folder, replicas: 2, prepared: MIGRATED_CLUSTER })
  const sql = openSql(cluster.primary.admin)
  const opened = []
  try {
    const env = {
      DATABASE_URL: addressOf(cluster.primary.admin),
      CAIRN_SECRET: SECRET,
      PUBLIC_URL,
      LOG_LEVEL: 'silent',
    }
    await sql.unsafe(BY_REPLICA)
    opened.push(await startServerProcess(env))
    opened.push(await startServerProcess({ ...env, DATABASE_READ_URL: readAddress(cluster.replicas) }))
    const [alone, both] = opened
    const headers = await signedInMember(alone, sql)
    const ids = await arrange(alone, headers)
    const ofPrimary = await listsPerSecond(alone, headers, short)
    const ofReplicas = await listsPerSecond(both, headers, short)
    const load = startChecked({ write: alone, read: both }, headers, ids)
    const shaking = shake(cluster, folder, short)
    const reads = short ? 200 : READS
    const deadline = performance.now() + (long ? Number.POSITIVE_INFINITY : WITHIN_MS)
    while (performance.now() < deadline && load.counts.reads < reads) await wait(50)
    await shaking
    const counts = await load.end()
    const share = Math.round((100 * counts.byReplica) / Math.max(counts.reads, 1))
    return {
      done: `two replicas: lists of ${READERS} clients with and without them; ${WRITERS} clients write, ${READERS} read through another server, one replica replays nothing for a while, the other is stopped and started`,
      came: `${ofPrimary.perSecond} lists a second from the primary, ${ofReplicas.perSecond} with replicas (${ofReplicas.share} % answered by them); ${counts.reads} checked reads, ${share} % answered by replicas, ${counts.stale} of them stale; ${counts.writes} writes; ${counts.busy} answered 503, ${counts.failed.length} failed otherwise${sampleOf(counts.failed)}`,
      passed: counts.stale === 0 && counts.failed.length === 0 && counts.byReplica > 0 && counts.writes > 0,
    }
  } finally {
    await sql.end()
    for (const server of opened) await server.dispose()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sampleOf = (texts) => (texts.length === 0 ? '' : ` (${[...new Set(texts)].slice(0, 3).join(', ')})`)

/** The sockets have separate folders, and the same port. */
function readAddress(replicas) {
  const [{ admin }] = replicas
  const hosts = replicas.map(({ admin: { host } }) => encodeURIComponent(host))
  return `postgres://localhost:${admin.port}/${admin.database}?host=${hosts.join(',')}`
}

/** Makes a system for each writer; resolves with their ids. */
async function arrange(server, headers) {
  const agent = new Agent({ keepAlive: true })
  const ids = []
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const answer = await ask(agent, `${server.url}/rest/v1/systems?select=id`, {
      method: 'POST',
      headers: { ...headers, prefer: 'return=representation' },
      body: { name: nameOf(writer, 0) },
    })
    ids.push(JSON.parse(answer.text)[0].id)
  }
  agent.destroy()
  return ids
}

const nameOf = (writer, count) => `writer ${writer} wrote ${count}`
const LIST = '/rest/v1/systems?select=name,by_replica&order=id'

/**
 * Reads a list; resolves with the number that each writer wrote there last, and whether a replica answered. Null where a
 * busy machine answered 503.
 */
async function readList(agent, { url }, headers) {
  const { status, text } = await ask(agent, `${url}${LIST}`, { method: 'GET', headers })
  if (status === BUSY) return null
  if (status !== 200) throw new Error(`read: ${status} ${text}`)
  const rows = JSON.parse(text)
  const last = new Map(
    rows.map(({ name }) => name.match(/\d+/g).map(Number)).map(([writer, count]) => [writer, count]),
  )
  return { last, byReplica: rows.every(({ by_replica }) => by_replica) }
}

async function listsPerSecond(server, headers, short) {
  const agent = new Agent({ keepAlive: true })
  const forMs = short ? 500 : MEASURE_MS
  let lists = 0
  let answered = 0
  const began = performance.now()
  async function read() {
    while (performance.now() - began < forMs) {
      const list = await readList(agent, server, headers)
      if (list === null) continue
      lists += 1
      if (list.byReplica) answered += 1
    }
  }
  await Promise.all(Array.from({ length: READERS }, read))
  agent.destroy()
  return {
    perSecond: Math.round(lists / ((performance.now() - began) / 1_000)),
    share: Math.round((100 * answered) / lists),
  }
}

/**
 * Starts writers and readers, which run until `end` is called. Each list has to hold every write that was acknowledged
 * when it was requested.
 */
function startChecked({ write, read }, headers, ids) {
  const counts = { reads: 0, byReplica: 0, stale: 0, writes: 0, busy: 0, failed: [] }
  const acknowledged = ids.map(() => 0)
  const agent = new Agent({ keepAlive: true })
  let ending = false

  async function writing(id, writer) {
    for (let count = 1; !ending; count += 1) {
      const { status, text } = await ask(agent, `${write.url}/rest/v1/systems?id=eq.${id}`, {
        method: 'PATCH',
        headers,
        body: { name: nameOf(writer, count) },
      })
      if (status === BUSY) {
        counts.busy += 1
        continue
      }
      if (status !== 204) throw new Error(`write: ${status} ${text}`)
      acknowledged[writer] = count
      counts.writes += 1
    }
  }

  async function reading() {
    while (!ending) {
      const wanted = [...acknowledged]
      const list = await readList(agent, read, headers)
      if (list === null) {
        counts.busy += 1
        continue
      }
      const { last, byReplica } = list
      counts.reads += 1
      if (byReplica) counts.byReplica += 1
      if (wanted.some((count, writer) => !(last.get(writer) >= count))) counts.stale += 1
    }
  }

  const noted = (work) => work.catch((error) => counts.failed.push(String(error.message ?? error)))
  const working = [
    ...ids.map((id, writer) => noted(writing(id, writer))),
    ...Array.from({ length: READERS }, () => noted(reading())),
  ]
  return {
    counts,
    async end() {
      ending = true
      await Promise.all(working)
      agent.destroy()
      return counts
    },
  }
}

/** Pauses the replay of one replica for a while; then stops the other for a while. */
async function shake(cluster, folder, short) {
  const forMs = short ? 300 : 5_000
  const [slow, stopped] = cluster.replicas
  const look = openSql(slow.admin)
  await wait(forMs)
  await look`select pg_wal_replay_pause()`
  await wait(forMs)
  await look`select pg_wal_replay_resume()`
  await look.end()
  await stopped.stop()
  await wait(forMs)
  cluster.add(await openReplica(cluster.primary, join(folder, 'replica2')))
}
