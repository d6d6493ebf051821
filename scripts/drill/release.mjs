import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { startThatEnds } from '@cairn/testing/ended-start'
import { freePort } from '@cairn/testing/free-port'
import { startServerProcess } from '@cairn/testing/server-process'
import { PostgrestClient } from '@supabase/postgrest-js'
import { ROOT } from '../lib/run.mjs'
import { notRun } from './debian.mjs'
import {
  addressOf,
  lostFrom,
  MEMBER,
  openSql,
  signedInMember,
  signIn,
  startWriting,
  systemsOf,
} from './member.mjs'
import { HAPROXY, hasProxy, startProxy } from './proxies.mjs'

const VERSION = '29991231235959'
const MIGRATION = `${VERSION}_release_drill.sql`
const RECORDS_BEFORE = 20
/** A part of the sentence with which an older Cairn refuses the database of a newer one. */
const REFUSAL = 'Start the newer version.'
const LOOK_AGAIN_MS = 20

/**
 * Goes from one release to the next by the commands of docs/operate/releases.md, and back: one of two servers after the other
 * is replaced while clients write and read, the older release refuses the database, and serves the backup from before.
 */
export async function release({ short }) {
  if (!(await hasProxy(HAPROXY))) return notRun('there is no HAProxy here')
  const folder = mkdtempSync(join(tmpdir(), 'cairn-drill-'))
  chmodSync(folder, 0o755)
  const clients = short ? 2 : 8
  const opened = []
  try {
    const { older, newer } = twoReleases(folder)
    const { dataDir, before } = await recordsOf(older, opened)
    execFileSync('tar', [
      '-chpf',
      join(folder, 'cairn-backup.tar'),
      '-C',
      dirname(dataDir),
      basename(dataDir),
    ])
    const rolled = await rollForward({ older, newer, dataDir, clients })
    const back = await wayBack({ older, folder, dataDir, before })
    const { answered, failed, lost } = rolled
    const reasons = failed.length === 0 ? '' : ` (${[...new Set(failed)].join(', ')})`
    const faults = [...rolled.faults, ...back.faults]
    return {
      done: `two servers moved to the next release under ${clients} clients that write and read, then back to the backup`,
      came: `${answered} requests, ${failed.length} failed${reasons}, ${lost} lost; ${back.restored} of ${before.length} records there after the way back${faults.map((fault) => `; ${fault}`).join('')}`,
      passed: failed.length === 0 && lost === 0 && faults.length === 0 && answered > 0,
    }
  } finally {
    for (const server of opened) await server.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Packs the built release, and extracts it twice: the second time as a release with one more migration. */
function twoReleases(folder) {
  const archive = join(folder, 'cairn.tar.gz')
  execFileSync(process.execPath, [join(ROOT, 'scripts', 'release', 'main.mjs'), archive], { stdio: 'ignore' })
  const extracted = join(folder, 'older')
  mkdirSync(extracted)
  execFileSync('tar', ['-xzf', archive, '-C', extracted])
  const [name] = readdirSync(extracted)
  cpSync(extracted, join(folder, 'newer'), { recursive: true, verbatimSymlinks: true })
  const migration = join(folder, 'newer', name, 'supabase', 'migrations', MIGRATION)
  writeFileSync(migration, 'create table private.release_drill (id integer primary key);\n')
  const program = (version) => join(folder, version, name, 'cairn.mjs')
  return { older: program('older'), newer: program('newer') }
}

/** Starts a server of the older release, adds records, and stops it; the server is put into `opened`. */
async function recordsOf(older, opened) {
  const server = await startServerProcess({}, null, { program: older })
  opened.push(server)
  const sql = openSql(server.admin())
  try {
    const headers = await signedInMember(server, sql)
    const writing = startWriting(server.url, headers, { clients: 2, run: 'before' })
    while (writing.counts.answered < RECORDS_BEFORE && writing.counts.failed.length === 0)
      await wait(LOOK_AGAIN_MS)
    await writing.end()
    return { dataDir: server.dataDir, before: await systemsOf(server, headers) }
  } finally {
    await sql.end()
    await server.stop()
  }
}

/**
 * Starts two servers of the older release on one Postgres; each becomes one of the newer release while clients work.
 */
async function rollForward({ older, newer, dataDir, clients }) {
  const postgres = await openEmbedded({ folder: dataDir })
  const port = await freePort()
  const env = {
    DATABASE_URL: addressOf(postgres.admin),
    CAIRN_SECRET: readFileSync(join(dataDir, 'secret'), 'utf8').trim(),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SHUTDOWN_DELAY: '4',
  }
  const sql = openSql(postgres.admin)
  const nodes = []
  try {
    for (let count = 0; count < 2; count += 1)
      nodes.push(await startServerProcess(env, null, { program: older }))
    const balancer = await startProxy(
      HAPROXY,
      port,
      nodes.map(({ url }) => new URL(url).port),
    )
    try {
      const work = startWork(balancer.url, await signIn(nodes[0], MEMBER), clients)
      const faults = await moved({ env, newer, nodes, balancer, sql }).finally(() => work.end())
      const lost = await lostFrom(sql, work.written)
      return { answered: work.answered(), failed: work.failed, lost: lost.length, faults }
    } finally {
      await balancer.end()
    }
  } finally {
    await sql.end()
    for (const node of nodes) await node.dispose()
    await postgres.stop()
  }
}

/** Asks the newer release for its plan, then replaces one server after the other. Resolves with the faults. */
async function moved({ env, newer, nodes, balancer, sql }) {
  const asked = await startThatEnds(env, ['--check'], newer)
  for (const node of nodes) {
    await node.stop()
    await node.start(newer)
    await balancer.allUp()
  }
  const applied = await sql`select from supabase_migrations.schema_migrations where version = ${VERSION}`
  return [
    ...(asked.wrote === `A start applies these migrations:\n  ${MIGRATION}\n`
      ? []
      : [`--check said ${asked.wrote}`]),
    ...(applied.length === 1 ? [] : ['the migration was not applied']),
  ]
}

/** Starts clients that write a record and read it back, through the official client without its retries. */
function startWork(url, headers, clients) {
  const client = new PostgrestClient(`${url}/rest/v1`, { headers, retry: false })
  const written = []
  const failed = []
  let read = 0
  let ending = false
  async function work(number) {
    for (let count = 0; !ending; count += 1) {
      const name = `release ${number} ${count}`
      const made = await client.from('systems').insert({ name })
      if (made.error !== null) failed.push(`write: ${made.error.message}`)
      else written.push(name)
      const found = await client.from('systems').select('name').eq('name', name)
      if (found.error !== null) failed.push(`read: ${found.error.message}`)
      else if (made.error === null && found.data.length !== 1) failed.push(`read: found ${found.data.length}`)
      else read += 1
    }
  }
  const working = Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
  return {
    written,
    failed,
    answered: () => written.length + read,
    async end() {
      ending = true
      await working
    },
  }
}

/** Checks that the older release refuses the database of the newer one, changes nothing, and serves the backup. */
async function wayBack({ older, folder, dataDir, before }) {
  const refused = await startThatEnds({ CAIRN_DATA_DIR: dataDir, PORT: String(await freePort()) }, [], older)
  const place = join(folder, 'place')
  mkdirSync(place)
  execFileSync('tar', ['-xpf', 'cairn-backup.tar', '-C', place], { cwd: folder })
  const server = await startServerProcess({ CAIRN_DATA_DIR: join(place, basename(dataDir)) }, null, {
    program: older,
  })
  try {
    const after = await systemsOf(server, await signIn(server, MEMBER))
    return {
      restored: after.length,
      faults: [
        ...(refused.code === 1 && refused.said.includes(REFUSAL)
          ? []
          : ['the older release did not refuse the database']),
        ...(after.join() === before.join() && after.length >= RECORDS_BEFORE
          ? []
          : ['the backup lacks records']),
      ],
    }
  } finally {
    await server.dispose()
  }
}
