import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { startServerProcess } from '@cairn/testing/server-process'
import { lostFrom, openSql, signedInMember, startWriting, untilAnswered } from './member.mjs'
import { command } from './operator.mjs'
import { fillAccount } from './records.mjs'

const CLIENTS = 16
const RECORDS = { all: 20_000, short: 200 }
const SECRET = 'the secret of the drill that backs up while clients write'
const KEY = 'the key of the drill that backs up while clients write'

/**
 * Backs a server up while clients write, by `cairn backup`, and restores it by `cairn restore` in another place. The
 * restored server has all writes that were acknowledged before the backup began, and no session of the past.
 */
export async function backup({ short }) {
  const folder = scratchFolder('cairn-drill-')
  const file = join(folder, 'cairn.backup')
  const place = join(folder, 'place')
  const shared = { CAIRN_SECRET: SECRET, BACKUP_KEY: KEY }
  const folders = [folder]
  try {
    const { before, answered, made, records } = await backUpUnderLoad(
      shared,
      file,
      short ? RECORDS.short : RECORDS.all,
    )
    mkdirSync(place)
    await command({ ...shared, CAIRN_DATA_DIR: place }, 'restore', file)
    folders.push(realpathSync(join(place, 'postgres')))
    const { lost, there, sessions } = await lookInto({ ...shared, CAIRN_DATA_DIR: place }, before)
    return {
      done: `a backup of ${records} records under the writes of ${CLIENTS} clients, restored in another place`,
      came: `${before.length} writes acknowledged before it began and ${answered} in all, ${there} there, ${lost.length} lost, ${sessions} sessions; ${(made.bytes / 1e6).toFixed(1)} MB in ${made.seconds.toFixed(1)} s`,
      passed: lost.length === 0 && before.length > 0 && there <= answered + CLIENTS && sessions === 0,
    }
  } finally {
    for (const path of folders) rmSync(path, { recursive: true, force: true })
  }
}

async function backUpUnderLoad(env, file, wanted) {
  const server = await startServerProcess(env)
  const sql = openSql(server.admin())
  try {
    const headers = await signedInMember(server, sql)
    const records = await fillAccount(sql, wanted)
    await untilAnswered(server, headers, CLIENTS)
    const writing = startWriting(server.url, headers, {
      clients: CLIENTS,
      run: 'backup',
      leaveWhenTold: false,
    })
    const before = await acknowledged(writing)
    const made = await command({ ...env, CAIRN_DATA_DIR: server.dataDir }, 'backup', file)
    await writing.end()
    return { before, answered: writing.counts.answered, made, records }
  } finally {
    await sql.end()
    await server.dispose()
  }
}

/** The writes so far, once each client has been answered a few times. */
async function acknowledged(writing) {
  while (writing.written.length < 4 * CLIENTS) await new Promise((resolve) => setImmediate(resolve))
  return [...writing.written]
}

async function lookInto(env, before) {
  const server = await startServerProcess(env)
  const sql = openSql(server.admin())
  try {
    const [{ there }] =
      await sql`select count(*)::int as there from public.systems where name like 'backup %'`
    const [{ sessions }] = await sql`select count(*)::int as sessions from auth.sessions`
    return { lost: await lostFrom(sql, before), there, sessions }
  } finally {
    await sql.end()
    await server.dispose()
  }
}
