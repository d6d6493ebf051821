import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { postgresAccount } from './embedded/account.ts'
import { adminTarget, initialise, startOrAdopt, stop } from './embedded/cluster.ts'
import { type Binaries, prepareClusterPaths } from './embedded/cluster-paths.ts'
import { isRunning } from './embedded/postmaster.ts'
import { LOCKS } from './locks.ts'
import type { ConnectionTarget } from './pool.ts'

/** Another server already works on this folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/** A Postgres of our own, started from what npm installed. */
export interface EmbeddedPostgres {
  admin: ConnectionTarget
  /** Where the cluster's files are. */
  data: string
  /** Releases the lock on the folder and stops Postgres. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute path of the folder that keeps password, socket and data. */
  folder: string
  /** Another Postgres than the one that npm installed. */
  binaries?: Binaries
  /** Settings of Postgres that go before those that Cairn makes. */
  settings?: Readonly<Record<string, string>>
  /** Called after Postgres died and was started again. */
  onRestart?: () => void
}

const LOCK_WITHIN_MS = 2_000
const LOOK_AGAIN_MS = 100

/**
 * Starts the Postgres of a folder and keeps it running. A Postgres that a killed server left running is taken over; one
 * that died is started again.
 *
 * Throws {@link FolderInUse} when another server works on the folder.
 */
export async function openEmbedded({
  folder,
  binaries,
  settings = {},
  onRestart,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount()
  const paths = await prepareClusterPaths(join(folder, 'postgres'), account, binaries)
  const password = initialise(paths, join(folder, 'postgres-password'), account)
  let running = await startOrAdopt(paths, account, settings)
  const admin = adminTarget(running, password)
  let lock = await lockFolder(admin, folder)
  let stopping = false

  async function revive(): Promise<void> {
    running = await startOrAdopt(paths, account, settings)
    await lock.end({ timeout: 0 })
    lock = await lockFolder(admin, folder)
    onRestart?.()
  }

  async function keepRunning(): Promise<void> {
    while (!stopping) {
      await wait(LOOK_AGAIN_MS, undefined, { ref: false })
      // A failed attempt is repeated: requests meanwhile answer that the database is away.
      if (!stopping && !isRunning(running.pid)) await revive().catch(() => {})
    }
  }
  void keepRunning()

  return {
    admin,
    data: paths.data,
    async stop() {
      stopping = true
      await lock.end({ timeout: 1 })
      await stop(paths.data)
    },
  }
}

async function lockFolder(admin: ConnectionTarget, folder: string): Promise<postgres.Sql> {
  const sql = postgres({
    ...admin,
    ssl: false,
    max: 1,
    max_lifetime: null,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'cairn folder lock' },
  })
  // A server that was killed a moment ago may not have been noticed yet.
  const deadline = Date.now() + LOCK_WITHIN_MS
  do {
    const [answer] = await sql<{ held: boolean }[]>`select pg_try_advisory_lock(${LOCKS.folder}) as held`
    if (answer?.held === true) return sql
    await wait(LOOK_AGAIN_MS)
  } while (Date.now() < deadline)
  await sql.end({ timeout: 1 })
  throw new FolderInUse(
    `Another Cairn is already running on ${folder}. Stop it first, or set CAIRN_DATA_DIR.`,
  )
}
