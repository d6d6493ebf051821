import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import { watchMemory } from '@cairn/testing/resident-memory'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { openScratchPostgres } from '@cairn/testing/scratch-postgres'
import { BUILT_SERVER, startServerProcess } from '@cairn/testing/server-process'
import { checksumsOf } from '../../supabase/tests/upgrades/rows.ts'
import { notRun } from './debian.mjs'
import { addressOf, openSql, signedInMember } from './member.mjs'
import { fillAccount } from './records.mjs'

const RECORDS = { all: 50_000, short: 400 }
const SECRET = 'the secret of an installation that moves far'
const POSTGRES_15 = process.env.CAIRN_POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'
/** The operator's log notes each move, in the database that was moved; the migrations say when they were applied. */
const NOT_COMPARED = /audit_log_entries|schema_migrations/

/**
 * Moves an installation from the built-in Postgres to a Postgres 15 and back into a new folder, by the command of
 * docs/operate/moving.md. The first move is killed once it has copied some tables, and given again. Each table has the same
 * checksum at the end.
 */
export async function move({ short }) {
  const binaries = { initdb: join(POSTGRES_15, 'initdb'), postgres: join(POSTGRES_15, 'postgres') }
  if (!existsSync(binaries.postgres)) return notRun('there is no Postgres 15 (CAIRN_POSTGRES_15)')
  const folder = scratchFolder('cairn-drill-move-')
  const [first, last] = ['first', 'last'].map((name) => join(folder, name))
  const own = await openScratchPostgres({ binaries })
  try {
    const records = await fill(first, short ? RECORDS.short : RECORDS.all)
    const before = await within(first, checksumsOf)
    const url = addressOf(own.admin)
    const killed = await command({ CAIRN_DATA_DIR: first }, url, { killAt: 'public.' })
    const there = await command({ CAIRN_DATA_DIR: first }, url)
    const back = await command({ DATABASE_URL: url, CAIRN_DATA_DIR: join(folder, 'unused') }, last)
    const after = await within(last, checksumsOf)
    const differ = Object.keys({ ...before, ...after }).filter(
      (table) => !NOT_COMPARED.test(table) && before[table] !== after[table],
    )
    const passed = killed.code === null && there.code === 0 && back.code === 0 && differ.length === 0
    return {
      done: `${records} records from the built-in Postgres to Postgres 15, killed on the way and given again, and back into a new folder`,
      came: `${told(there)}; back ${told(back)}; ${Object.keys(before).length} tables compared, ${differ.length} differ${differ.map((table) => ` ${table}`).join('')}`,
      passed,
    }
  } finally {
    await own.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(dataDir, wanted) {
  const server = await startServerProcess({ CAIRN_DATA_DIR: dataDir, CAIRN_SECRET: SECRET })
  const sql = openSql(server.admin())
  try {
    await signedInMember(server, sql)
    return await fillAccount(sql, wanted)
  } finally {
    await sql.end()
    await server.dispose()
  }
}

async function within(dataDir, look) {
  const postgres = await openEmbedded({ folder: dataDir })
  const sql = openSql(postgres.admin)
  try {
    return await look(sql)
  } finally {
    await sql.end()
    await postgres.stop()
  }
}

/** Gives the command; `killAt` ends it without warning once it tells of a table whose name begins so. */
async function command(env, to, { killAt = null } = {}) {
  const began = performance.now()
  const child = spawn(process.execPath, [BUILT_SERVER, 'move', '--to', to, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CAIRN_SECRET: SECRET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const memory = watchMemory(child)
  let printed = ''
  let said = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
    if (killAt !== null && said.includes(killAt)) child.kill('SIGKILL')
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && killAt === null) throw new Error(said.split('\n').slice(-4).join(' '))
  const moved = code === 0 ? JSON.parse(printed) : { rows: 0, there: 0 }
  return { code, ...moved, peak: memory.peak() / 1024 / 1024, seconds: (performance.now() - began) / 1000 }
}

const told = ({ rows, there, seconds, peak }) =>
  `${rows} rows in ${seconds.toFixed(1)} s with at most ${Math.round(peak)} MB, ${there} tables of an earlier try kept`
