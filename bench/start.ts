import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMemory } from '@cairn/testing/resident-memory'
import { startServerProcess } from '@cairn/testing/server-process'
import { heading, line, megabytes, milliseconds } from './support/print.ts'

/** From the start of the process to the first "ready", with and without a database to create; and memory at rest. */
export async function measureStart(): Promise<void> {
  heading('Start and memory')
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  // Postgres runs as another user when the bench runs as root.
  chmodSync(dataDir, 0o755)
  const server = await startServerProcess({ CAIRN_DATA_DIR: dataDir })
  try {
    line('first start, database creation included', milliseconds(server.firstStartMs), '5 s')
    await server.stop()
    line('start on a set-up folder', milliseconds(await server.start()), '2 s')
    line('server memory, idle', megabytes(residentMemory(server.pid)), '150 MB')
    await server.kill()
    line('start after kill -9, Postgres left running', milliseconds(await server.start()), '3 s')
  } finally {
    await server.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
