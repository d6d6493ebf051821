import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { copyPrepared } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { MIGRATED_CLUSTER, startServerProcess } from '@cairn/testing/server-process'
import { MEMBER, openSql, signedInMember, signIn } from './member.mjs'
import { command } from './operator.mjs'
import { faultsAt, startTimedWriters } from './timed-writers.mjs'

const SHARED = {
  CAIRN_SECRET: 'the secret of the drill that restores to moments',
  BACKUP_KEY: 'the key of the drill that restores to moments',
  LOG_LEVEL: 'silent',
}
const CLIENTS = 4
const FORMS = {
  all: { moments: 10, writes: 60, pauseMs: 20, imported: 1_000 },
  short: { moments: 1, writes: 8, pauseMs: 5, imported: 50 },
}
const WITHIN_MS = 120_000
const LOOK_AGAIN_MS = 50

/**
 * Keeps what Postgres writes under clients that write, through a burst, a restart and an import. Then the data folder is
 * lost: a restore brings everything back that was kept, and restores to random moments bring back what had been
 * acknowledged by then. The server goes on with the restored data, and that folder is lost too.
 */
export async function pointInTime({ short }) {
  const form = short ? FORMS.short : FORMS.all
  const folder = scratchFolder('cairn-drill-')
  const place = (name) => join(folder, name)
  const backups = place('backups')
  const env = (name) => ({ ...SHARED, CAIRN_DATA_DIR: place(name) })
  try {
    mkdirSync(place('first'))
    await copyPrepared(MIGRATED_CLUSTER, place('first'))
    const first = await untilLost(env('first'), backups, form, 'first', wholeLoad)
    const moments = randomMoments(first.writes, form.moments)
    const found = []
    for (const [number, momentMs] of moments.entries()) {
      const into = `moment-${number}`
      await restoreInto(env(into), first.file, backups, momentMs)
      found.push(faultsAt(first.writes, momentMs, await namesIn(place(into))))
      removePlace(place(into))
    }
    const newest = await restoreInto(env('second'), first.file, backups, null)
    const second = await untilLost(env('second'), backups, form, 'second', fewWrites)
    await restoreInto(env('third'), second.file, backups, null)
    const names = await namesIn(place('third'))
    const all = [...first.writes, ...second.writes]
    const last = faultsAt(all, Number.POSITIVE_INFINITY, names)
    const sum = (of) => found.reduce((total, one) => total + one[of], 0)
    const imported = names.filter((name) => name.startsWith('Imported ')).length
    return {
      done: `${CLIENTS} clients write through a burst of ${first.burstMb} MB, a restart and an import of ${form.imported} rows; data folder lost, restored to ${moments.length} random moments and to the newest; lost again after ${second.answered} more writes, and restored`,
      came: `moments: ${sum('before')} acknowledged before them in all, ${sum('missing')} missing, ${sum('tooNew')} of later there; newest: last commit of ${newest.reached.lastCommitAt}; after the second loss: ${last.before} acknowledged in all, ${last.missing} missing, ${imported} of ${form.imported} imported; a backup of the new history ${second.backupAfterS} s after its start`,
      passed:
        found.length === form.moments &&
        found.every(({ before, missing, tooNew }) => before > 0 && missing === 0 && tooNew === 0) &&
        last.missing === 0 &&
        imported === form.imported,
    }
  } finally {
    for (const name of ['first', 'second', 'third']) removePlace(place(name))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A server on a data folder, the load, and its sudden end once everything was kept. The backup that it made stays. */
async function untilLost(env, backups, form, run, load) {
  const settings = { ...env, BACKUP_DIR: backups, BACKUP_WAL: 'true' }
  const before = stateIn(backups)?.last.at
  const server = await startServerProcess(settings)
  const began = performance.now()
  const sql = openSql(server.admin())
  try {
    const headers = await (run === 'first' ? signedInMember(server, sql) : signIn(server, MEMBER))
    const file = await untilBackedUp(backups, before)
    const backupAfterS = ((performance.now() - began) / 1000).toFixed(1)
    const writers = startTimedWriters(server.url, headers, { clients: CLIENTS, run, pauseMs: form.pauseMs })
    const burstMb = await load({ server, headers, writers, form })
    await writers.end()
    await untilKept(server)
    return { writes: writers.writes, answered: writers.answered().length, file, burstMb, backupAfterS }
  } finally {
    await sql.end({ timeout: 1 })
    await lose(server)
  }
}

async function wholeLoad({ server, headers, writers, form }) {
  await writers.untilAnswered(form.writes)
  const burstMb = await burst(server)
  await writers.untilAnswered(form.writes)
  await server.stop()
  await server.start()
  await writers.untilAnswered(form.writes)
  await importRows(server, headers, form.imported)
  await writers.untilAnswered(form.writes)
  return burstMb
}

const fewWrites = async ({ writers, form }) => writers.untilAnswered(form.writes)

/** Much that hardly compresses, in one statement. Resolves with how much Postgres wrote of it, in MB. */
async function burst(server) {
  const sql = openSql(server.admin())
  try {
    const [{ before }] = await sql`select pg_current_wal_lsn()::text as before`
    await sql`create schema noise`
    await sql`create table noise.noise as select md5(random()::text) as text from generate_series(1, 100000)`
    const [{ bytes }] =
      await sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), ${before}::pg_lsn)::float8 as bytes`
    await sql`drop schema noise cascade`
    return (bytes / 1e6).toFixed(1)
  } finally {
    await sql.end()
  }
}

async function importRows({ url }, headers, count) {
  async function call(name, body) {
    const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }
  const started = await call('start_import', { kind: 'system', file_name: 'drill.csv', match_key: 'name' })
  const rows = Array.from({ length: count }, (_, place) => ({
    row: place + 1,
    values: { name: `Imported ${place}` },
  }))
  await call('add_import_rows', { import: started, rows })
  for (let plan = { checked: 0, total: count }; plan.checked < plan.total; )
    plan = await call('check_import', { import: started })
  while ((await call('apply_import', { import: started })).state !== 'done');
}

function stateIn(backups) {
  try {
    return JSON.parse(readFileSync(join(backups, 'state.json'), 'utf8'))
  } catch {
    return null
  }
}

/** Resolves with the file of a backup that was made and tried since. */
async function untilBackedUp(backups, before) {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const last = stateIn(backups)?.last
    if (last !== undefined && last.at !== before) {
      if (last.ok && last.wal?.error === null) return last.file
      throw new Error(`The backup failed: ${last.error ?? last.wal?.error}`)
    }
    if (performance.now() > deadline) throw new Error('No backup was made in time.')
    await wait(LOOK_AGAIN_MS)
  }
}

/** Everything that was written is kept, as Postgres was told. */
async function untilKept(server) {
  const sql = openSql(server.admin())
  const deadline = performance.now() + WITHIN_MS
  try {
    const [{ lsn }] = await sql`select pg_current_wal_flush_lsn()::text as lsn`
    for (;;) {
      const [slot] = await sql`
        select restart_lsn >= ${lsn}::pg_lsn as done from pg_replication_slots where slot_name = 'cairn_wal'`
      if (slot?.done) return
      if (performance.now() > deadline) throw new Error('What was written is not kept.')
      await wait(LOOK_AGAIN_MS)
    }
  } finally {
    await sql.end()
  }
}

/** The machine with the data folder is gone, and so is everything in it. */
async function lose(server) {
  const pids = postgresProcesses(join(server.dataDir, 'postgres', 'data'))
  await server.kill()
  signalAll(pids, 'SIGKILL')
  removePlace(server.dataDir)
}

/** Where root runs it, the database of a data folder is elsewhere. */
function removePlace(dataDir) {
  try {
    rmSync(realpathSync(join(dataDir, 'postgres')), { recursive: true, force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  rmSync(dataDir, { recursive: true, force: true })
}

/** Between the first answer and the last, so that there is something before each. */
function randomMoments(writes, count) {
  const answers = writes.flatMap(({ answeredAt }) => (answeredAt === null ? [] : [answeredAt]))
  const [first, last] = [Math.min(...answers), Math.max(...writes.map(({ sentAt }) => sentAt))]
  return Array.from({ length: count }, () => first + Math.floor(Math.random() * (last - first)))
}

const restoreInto = (env, file, backups, momentMs) =>
  command(
    env,
    'restore',
    file,
    '--wal',
    backups,
    ...(momentMs === null ? [] : ['--until', new Date(momentMs).toISOString()]),
  )

async function namesIn(dataDir) {
  const postgres = await openEmbedded({ folder: dataDir })
  const sql = openSql(postgres.admin)
  try {
    return (await sql`select name from public.systems`).map(({ name }) => name)
  } finally {
    await sql.end()
    await postgres.stop()
  }
}
