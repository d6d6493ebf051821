import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@cairn/testing/server-process'
import { MEMBER, openSql, signedInMember, signIn, startWriting, systemsOf } from './member.mjs'

/** Backs a data folder up and restores it in another place, by the commands of docs/operations.md. */
export async function restore({ short }) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-drill-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, '.cairn')
  const place = join(folder, 'place')
  let cluster = folder
  try {
    const before = await records(dataDir, short ? 20 : 1_000)
    cluster = realpathSync(join(dataDir, 'postgres'))
    execFileSync('tar', ['-chpf', 'cairn-backup.tar', '.cairn'], { cwd: folder })
    mkdirSync(place)
    execFileSync('tar', ['-xpf', 'cairn-backup.tar', '-C', place], { cwd: folder })
    const restored = await startServerProcess({ CAIRN_DATA_DIR: join(place, '.cairn') })
    const after = await systemsOf(restored, await signIn(restored, MEMBER))
    await restored.dispose()
    const user = process.getuid?.() === 0 ? 'root' : 'the user'
    return {
      done: `a data folder restored by ${user} with tar, as documented`,
      came: `${after.length} of ${before.length} records there`,
      passed: after.join() === before.join() && after.length > 0,
    }
  } finally {
    for (const path of [folder, cluster]) rmSync(path, { recursive: true, force: true })
  }
}

/** A server on that folder with some records, which is then stopped. */
async function records(dataDir, atLeast) {
  const server = await startServerProcess({ CAIRN_DATA_DIR: dataDir })
  const sql = openSql(server.admin())
  try {
    const headers = await signedInMember(server, sql)
    const writing = startWriting(server.url, headers, { clients: 4, run: 'restore' })
    while (writing.counts.answered < atLeast && writing.counts.failed.length === 0) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writing.end()
    return await systemsOf(server, headers)
  } finally {
    await sql.end()
    await server.dispose()
  }
}
