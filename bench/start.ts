import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { residentMemory } from '@cairn/testing/resident-memory'
import { BUILT_SERVER, type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { heading, line, megabytes, milliseconds } from './support/print.ts'

/** From the start of the process to the first "ready", with and without a database to create; and memory at rest. */
export async function measureStart(): Promise<void> {
  heading('Start and memory')
  await onOwnFolder({}, async (server) => {
    await firstAndSecond(server)
    line('server memory, idle', megabytes(residentMemory(server.pid)), '150 MB')
    await server.kill()
    line('start after kill -9, Postgres left running', milliseconds(await server.start()), '3 s')
  })
}

/** Starts a server on a folder in which nothing is set up, and removes that with it. */
export async function onOwnFolder(
  env: Record<string, string>,
  work: (server: ServerProcess) => Promise<void>,
  program = BUILT_SERVER,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-start-'))
  // Postgres runs as another user when the bench runs as root.
  chmodSync(dataDir, 0o755)
  try {
    const server = await startServerProcess({ ...env, CAIRN_DATA_DIR: dataDir }, null, { program })
    try {
      await work(server)
    } finally {
      await server.dispose()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Prints how long the first start took, and starts it again. */
export async function firstAndSecond(server: ServerProcess): Promise<void> {
  line('first start, database creation included', milliseconds(server.firstStartMs), '5 s')
  await server.stop()
  line('start on a set-up folder', milliseconds(await server.start()), '2 s')
}
