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

const SIZE = '160m'
const CLIENTS = 4
const ROWS = 100
const RECOVERED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 50
const ONE_LINE = /^[^\n]+\n$/

/**
 * Puts data folder and log on a file system of their own, fills it under the writes of clients until Postgres can write
 * no more, and makes room again. Then a start on it while it is full, and one while it is read-only.
 */
export async function disk({ short }) {
  const mounted = mount()
  if (mounted === null) return notRun('no file system can be mounted here')
  try {
    const full = await fillUnderLoad(mounted.folder, short ? 1_000 : 20_000)
    const refused = await refusedStarts(mounted)
    const lost = await lostAfterwards(mounted.folder, full)
    const problems = [...full.problems, ...refused.problems]
    return {
      done: `data folder and log on a disk that is full under the writes of ${CLIENTS} clients for ${(full.fullMs / 1000).toFixed(0)} s, then has room; a start while it is full, and one while it is read-only`,
      came: `${full.written.length} writes, ${full.refused} answered with 503 meanwhile, ${lost.length} lost, served again after ${(full.recoveredMs / 1000).toFixed(1)} s, ${full.dropped} log lines dropped and counted; starts: ${refused.said.map((said) => `“${said}”`).join(', ')}${problems.length === 0 ? '' : `; PROBLEMS: ${problems.slice(0, 5).join('; ')}`}`,
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

/** Clients that each send many long rows a request, again and again, whatever is answered. */
function writeMuch(url, headers) {
  const written = []
  const others = []
  let refused = 0
  let answered = 0
  let ending = false
  const description = 'A description as long as one may be. '.repeat(25)
  async function write(client) {
    for (let count = 0; !ending; count += 1) {
      const names = Array.from({ length: ROWS }, (_, row) => `disk ${client} ${count} ${row}`)
      const answer = await fetch(`${url}/rest/v1/systems`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(names.map((name) => ({ name, description }))),
      }).catch((error) => ({ status: String(error.cause?.code ?? error) }))
      if (answer.status === 201) {
        written.push(...names)
        answered += 1
      } else if (answer.status === 503) refused += 1
      else others.push(`a write got ${answer.status} ${await answer.text?.()}`)
      if (answer.status !== 201) await wait(LOOK_AGAIN_MS)
    }
  }
  const writing = Promise.all(Array.from({ length: CLIENTS }, (_, client) => write(client)))
  async function until(holds, what) {
    const deadline = performance.now() + RECOVERED_WITHIN_MS
    while (!holds()) {
      if (performance.now() > deadline) throw new Error(`${what} ${others.slice(-1)}`)
      await wait(LOOK_AGAIN_MS)
    }
  }
  return {
    written,
    others,
    refused: () => refused,
    untilAnswered(more) {
      const wanted = answered + more
      return until(() => answered >= wanted, 'No write was answered in time.')
    },
    untilRefused: () => until(() => refused > 0, 'The disk was full, and no write was refused.'),
    async end() {
      ending = true
      await writing
    },
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
