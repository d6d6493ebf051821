import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedOptions, openEmbedded } from '@cairn/postgres/embedded'
import type { ConnectionTarget } from '@cairn/postgres/pool'

/** A Postgres whose data is removed when it stops. */
export interface ScratchPostgres {
  admin: ConnectionTarget
  /** Where its files are. */
  data: string
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

/** Starts a Postgres on a folder of its own: the built-in one, or the given binaries. */
export async function openScratchPostgres(
  options: Pick<EmbeddedOptions, 'binaries' | 'settings'> = {},
): Promise<ScratchPostgres> {
  const folder = scratchFolder()
  const server = await openEmbedded({ folder, ...options })
  return {
    admin: server.admin,
    data: server.data,
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** In memory where the system offers it, because the data is thrown away. */
function scratchFolder(): string {
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'cairn-test-'))
  // Postgres runs as another user when the tests run as root.
  chmodSync(folder, 0o755)
  return folder
}
