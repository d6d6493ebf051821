import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { freePort } from '@cairn/testing/free-port'
import { startServerProcess } from '@cairn/testing/server-process'
import { checksumsOf } from '../../supabase/tests/upgrades/rows.ts'
import { statementsAfterRestoring } from './documented-step.mjs'
import { openSql } from './member.mjs'
import { beginPast, pastThatWorks } from './past.mjs'
import { fillAccount } from './records.mjs'

const SERVICE_KEY = 'sb_secret_of_the_drill_which_restores_backups'
const RECORDS = { all: 50_000, short: 400 }

/**
 * Backs a data folder up and restores it in another place, by the commands of docs/operate/backup.md: each table has the
 * same checksum. The past that the backup brings back (sessions, links, invitations) works until the documented step
 * ends it.
 */
export async function restore({ short }) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-drill-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, '.cairn')
  const place = join(folder, 'place')
  // The tokens name the address that issued them, which a restored server keeps.
  const env = { CAIRN_SERVICE_KEY: SERVICE_KEY, PORT: String(await freePort()) }
  let cluster = folder
  try {
    const { records, past } = await arrange(
      { ...env, CAIRN_DATA_DIR: dataDir },
      short ? RECORDS.short : RECORDS.all,
    )
    cluster = realpathSync(join(dataDir, 'postgres'))
    const before = await checksumsIn(dataDir)
    execFileSync('tar', ['-chpf', 'cairn-backup.tar', '.cairn'], { cwd: folder })
    mkdirSync(place)
    execFileSync('tar', ['-xpf', 'cairn-backup.tar', '-C', place], { cwd: folder })
    const faults = differences(before, await checksumsIn(join(place, '.cairn')))
    faults.push(...(await endThePast({ ...env, CAIRN_DATA_DIR: join(place, '.cairn') }, past)))
    const user = process.getuid?.() === 0 ? 'root' : 'the user'
    return {
      done: `a data folder with ${records} records restored by ${user} with tar, and its past ended, both as documented`,
      came: `${Object.keys(before).length} tables compared by checksum (${rowsIn(before)} rows), ${faults.length} faults${faults.map((fault) => `; ${fault}`).join('')}`,
      passed: faults.length === 0 && rowsIn(before) > records,
    }
  } finally {
    for (const path of [folder, cluster]) rmSync(path, { recursive: true, force: true })
  }
}

/** Starts a server on that folder with so many records and a past, and stops it. */
async function arrange(env, wanted) {
  const server = await startServerProcess(env)
  const sql = openSql(server.admin())
  try {
    const past = await beginPast(server, sql, SERVICE_KEY)
    return { records: await fillAccount(sql, wanted), past }
  } finally {
    await sql.end()
    await server.dispose()
  }
}

/** The checksums of a stopped server's database; Postgres runs only to compute them. */
async function checksumsIn(dataDir) {
  const postgres = await openEmbedded({ folder: dataDir })
  const sql = openSql(postgres.admin)
  try {
    return await checksumsOf(sql)
  } finally {
    await sql.end()
    await postgres.stop()
  }
}

function differences(before, after) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((table) => before[table] !== after[table])
    .map((table) => `${table} was ${before[table]} and is ${after[table]}`)
}

const rowsIn = (sums) => Object.values(sums).reduce((sum, text) => sum + Number(text.split(' ')[0]), 0)

/**
 * Checks on a restored folder that the past works at first, and no longer after the documented step. Returns the
 * differences.
 */
async function endThePast(env, past) {
  const server = await startServerProcess(env)
  const sql = openSql(server.admin())
  try {
    const before = await pastThatWorks(server, past.ofOne)
    for (const statement of statementsAfterRestoring()) await sql.unsafe(statement)
    const after = await pastThatWorks(server, past.ofAnother)
    return [
      ...before.filter(({ works }) => !works).map(({ what }) => `${what} does not work in the backup`),
      ...after.filter(({ works }) => works).map(({ what }) => `${what} works after the step that ends it`),
    ]
  } finally {
    await sql.end()
    await server.dispose()
  }
}
