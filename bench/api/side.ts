import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { arrangeMember } from './arrange.ts'
import { requestsOf, type SentRequest } from './cases.ts'

/** A server of several that are asked the same in turn. */
export interface Side {
  title: string
  server: ServerProcess
  requests: readonly SentRequest[]
  end(): Promise<void>
}

/** Starts a server on a database that it makes by itself, by another program or another Node where they are named. */
export async function openSide(title: string, options: { program?: string; node?: string }): Promise<Side> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-side-'))
  // Postgres runs as another user when the bench runs as root.
  chmodSync(dataDir, 0o755)
  const server = await startServerProcess({ CAIRN_DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, null, options)
  return {
    title,
    server,
    requests: requestsOf(await arrangeMember(server)),
    async end() {
      await server.dispose()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
