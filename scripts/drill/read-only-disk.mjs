import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isAlive } from '@cairn/testing/postgres-processes'
import { startServerProcess } from '@cairn/testing/server-process'
import { lostFrom, openSql, signedInMember } from './member.mjs'
import { CLIENTS, writeMuch } from './write-much.mjs'

const BYTES = 512 * 1024 * 1024
const NOTICED_WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 100
const MKFS = '/usr/sbin/mkfs.ext4'

/**
 * Data folder and log on an ext4 of their own, which gives up its journal under the writes of clients, as it does when its
 * disk fails: from one moment to the next nothing can be written. The server is to stay and say so, and to stop when it is
 * told to; repaired and mounted again, nothing is lost.
 */
export async function turnReadOnly() {
  const disk = await makeDisk()
  if (disk === null) return { done: 'no disk that turns read-only', came: 'NOT RUN', problems: [] }
  const problems = []
  try {
    const env = { CAIRN_DATA_DIR: join(disk.folder, '.cairn'), LOG_LEVEL: 'info' }
    mkdirSync(env.CAIRN_DATA_DIR)
    chmodSync(env.CAIRN_DATA_DIR, 0o755)
    const server = await startServerProcess(env, join(disk.folder, 'cairn.log'))
    try {
      const sql = openSql(server.admin())
      const headers = await signedInMember(server, sql)
      await sql.end()
      const writing = writeMuch(server.url, headers)
      await writing.untilAnswered(CLIENTS)
      if (!disk.mount('-o', 'remount,abort')) throw new Error('The disk could not be made to fail.')
      await writing.untilRefused()
      await until503(`${server.url}/readyz`, problems)
      const alive = await fetch(`${server.url}/healthz`).then(({ status }) => status)
      if (alive !== 200) problems.push(`/healthz answered ${alive} on a read-only disk`)
      await writing.end()
      problems.push(...writing.others)
      if (!isAlive(server.pid)) problems.push('the server ended on a read-only disk')
      const began = performance.now()
      await server.stop()
      const stoppedMs = performance.now() - began
      const lost = await lostAfterRepair(disk, env, writing.written)
      if (lost.length > 0) problems.push(`${lost.length} writes lost with a read-only disk`)
      return {
        done: `a disk that turns read-only under the writes of ${CLIENTS} clients, then is mounted again`,
        came: `${writing.written.length} writes, ${writing.refused()} answered with 503, ${lost.length} lost, the stop took ${(stoppedMs / 1000).toFixed(1)} s`,
        problems,
      }
    } finally {
      await server.dispose()
    }
  } finally {
    await disk.end()
  }
}

/** A file system in a file; null where this user may mount none. */
async function makeDisk() {
  if (process.getuid?.() !== 0 || !existsSync(MKFS)) return null
  const home = mkdtempSync(join(tmpdir(), 'cairn-ext4-'))
  // Postgres runs as another user.
  chmodSync(home, 0o755)
  const image = join(home, 'image')
  const folder = join(home, 'disk')
  writeFileSync(image, '')
  truncateSync(image, BYTES)
  mkdirSync(folder)
  const done = (program, ...options) => spawnSync(program, options, { stdio: 'ignore' }).status === 0
  const mount = (...options) => done('mount', ...options, folder)
  const open = () => mount('-o', 'loop', image)
  const unmounted = async () => {
    const deadline = performance.now() + NOTICED_WITHIN_MS
    while (!done('umount', folder)) {
      if (performance.now() > deadline) return false
      await wait(LOOK_AGAIN_MS)
    }
    return true
  }
  if (!done(MKFS, '-q', '-F', image) || !open()) {
    rmSync(home, { recursive: true })
    return null
  }
  chmodSync(folder, 0o755)
  let isMounted = true
  return {
    folder,
    mount,
    async repair() {
      isMounted = !(await unmounted())
      if (isMounted) throw new Error('The disk is still in use after the server has ended.')
      spawnSync('/usr/sbin/e2fsck', ['-f', '-y', image], { stdio: 'ignore' })
      isMounted = open()
      if (!isMounted) throw new Error('The disk could not be mounted again.')
    },
    async end() {
      if (isMounted && !(await unmounted())) return
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function until503(address, problems) {
  const deadline = performance.now() + NOTICED_WITHIN_MS
  for (;;) {
    const status = await fetch(address).then(
      (answer) => answer.status,
      (error) => String(error.cause?.code ?? error),
    )
    if (status === 503) return
    if (performance.now() > deadline) {
      problems.push(`/readyz answered ${status} on a read-only disk`)
      return
    }
    await wait(LOOK_AGAIN_MS)
  }
}

async function lostAfterRepair(disk, env, written) {
  await disk.repair()
  const server = await startServerProcess(env)
  const sql = openSql(server.admin())
  try {
    return await lostFrom(sql, written)
  } finally {
    await sql.end()
    await server.dispose()
  }
}
