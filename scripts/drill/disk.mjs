import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startThatEnds } from '@cairn/testing/ended-start'
import { isAlive } from '@cairn/testing/postgres-processes'
import { startServerProcess } from '@cairn/testing/server-process'
import { notRun } from './debian.mjs'
import { lostFrom, openSql, signedInMember } from './member.mjs'
import { turnReadOnly } from './read-only-disk.mjs'
import { CLIENTS, writeMuch } from './write-much.mjs'

const SIZE = '160m'
const ONE_LINE = /^[^\n]+\n$/

/**
 * Puts data folder and log on a file system of their own, fills it under the writes of clients until Postgres can write
 * no more, and makes room again. Then a start on it while it is full, and one while it is read-only. Last, a disk that turns
 * read-only under the running Postgres.
 */
export async function disk({ short }) {
  const mounted = mount()
  if (mounted === null) return notRun('no file system can be mounted here')
  try {
    const full = await fillUnderLoad(mounted.folder, short ? 1_000 : 20_000)
    const refused = await refusedStarts(mounted)
    const lost = await lostAfterwards(mounted.folder, full)
    const turned = await turnReadOnly()
    const problems = [...full.problems, ...refused.problems, ...turned.problems]
    return {
      done: `data folder and log on a disk that is full under the writes of ${CLIENTS} clients for ${(full.fullMs / 1000).toFixed(0)} s, then has room; a start while it is full, and one while it is read-only; ${turned.done}`,
      came: `${full.written.length} writes, ${full.refused} answered with 503 meanwhile, ${lost.length} lost, served again after ${(full.recoveredMs / 1000).toFixed(1)} s, ${full.dropped} log lines dropped and counted; starts: ${refused.said.map((said) => `“${said}”`).join(', ')}; ${turned.came}${problems.length === 0 ? '' : `; PROBLEMS: ${problems.slice(0, 5).join('; ')}`}`,
      passed: problems.length + lost.length === 0 && full.written.length > 0 && full.refused > 0,
    }
  } finally {
    mounted.end()
  }
}

/** A small file system in memory; null where this user may mount none. */
function mount() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-disk-'))
  const mounting = (...options) => spawnSync('mount', [...options, folder]).status === 0
  if (process.getuid?.() !== 0 || !mounting('-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs')) {
    rmSync(folder, { recursive: true })
    return null
  }
  return {
    folder,
    remount: (how) => mounting('-o', `remount,${how}`),
    end() {
      spawnSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const dataIn = (folder) => join(folder, '.cairn')
const logIn = (folder) => join(folder, 'cairn.log')

async function fillUnderLoad(folder, fullMs) {
  mkdirSync(dataIn(folder))
  chmodSync(dataIn(folder), 0o755)
  const server = await startServerProcess(
    { CAIRN_DATA_DIR: dataIn(folder), LOG_LEVEL: 'info' },
    logIn(folder),
  )
  const { pid } = server
  const problems = []
  try {
    const sql = openSql(server.admin())
    const headers = await signedInMember(server, sql)
    await sql.end()
    const writing = writeMuch(server.url, headers)
    await writing.untilAnswered(CLIENTS)
    const ballast = fill(folder)
    await writing.untilRefused()
    await wait(fullMs)
    const alive = await fetch(`${server.url}/healthz`).then(({ status }) => status)
    if (alive !== 200) problems.push(`/healthz answered ${alive}`)
    rmSync(ballast)
    const began = performance.now()
    await writing.untilAnswered(1)
    const recoveredMs = performance.now() - began
    await writing.end()
    if (server.pid !== pid || !isAlive(pid)) problems.push('the server ended')
    problems.push(...writing.others)
    return {
      written: writing.written,
      refused: writing.refused(),
      problems,
      recoveredMs,
      fullMs,
      dropped: droppedIn(folder),
    }
  } finally {
    await server.dispose()
  }
}

/** Takes all the room that is left, but for what the log needs to reach the end of its block. */
function fill(folder) {
  const path = join(folder, 'ballast')
  const file = openSync(path, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
  if (statfsSync(folder).bavail > 16) throw new Error('The disk is not full.')
  return path
}

function droppedIn(folder) {
  return readFileSync(logIn(folder), 'utf8')
    .split('\n')
    .filter((line) => line.includes('log-lines-dropped'))
    .map((line) => Number(/"count":(\d+)/.exec(line)?.[1] ?? 0))
    .reduce((sum, count) => sum + count, 0)
}

async function refusedStarts({ folder, remount }) {
  const problems = []
  const said = []
  async function refusedStart(what) {
    const ended = await startThatEnds({ CAIRN_DATA_DIR: dataIn(folder), PORT: '1' })
    said.push(ended.said.trim())
    if (ended.code !== 1 || !ONE_LINE.test(ended.said)) problems.push(`${what}: code ${ended.code}`)
  }
  const ballast = fill(folder)
  await refusedStart('a start on a full disk')
  rmSync(ballast)
  if (remount('ro')) {
    await refusedStart('a start on a read-only file system')
    remount('rw')
  } else problems.push('the file system could not be made read-only: something has a file open')
  return { problems, said }
}

async function lostAfterwards(folder, { written }) {
  const server = await startServerProcess({ CAIRN_DATA_DIR: dataIn(folder) })
  const sql = openSql(server.admin())
  try {
    return await lostFrom(sql, written)
  } finally {
    await sql.end()
    await server.dispose()
  }
}
