import { rmSync } from 'node:fs'
import { type EmbeddedOptions, openEmbedded } from '@cairn/postgres/embedded/embedded'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { copyPrepared, EMPTY_CLUSTER, type PreparedCluster } from './prepared-cluster.ts'
import { scratchFolder } from './scratch-folder.ts'

/** A Postgres whose data is removed when it stops. */
export interface ScratchPostgres {
  admin: ConnectionTarget
  /** The folder of its files. */
  data: string
  /** Stops it and removes its folder. */
  stop(): Promise<void>
}

interface ScratchOptions extends Pick<EmbeddedOptions, 'binaries' | 'settings'> {
  /** The contents of the built-in Postgres at its start; other binaries start empty. */
  prepared?: PreparedCluster
}

/** Starts a Postgres on a separate folder: the built-in one, or the given binaries. */
export async function openScratchPostgres({
  prepared = EMPTY_CLUSTER,
  ...options
}: ScratchOptions = {}): Promise<ScratchPostgres> {
  const folder = scratchFolder('cairn-test-')
  if (options.binaries === undefined) await copyPrepared(prepared, folder)
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
