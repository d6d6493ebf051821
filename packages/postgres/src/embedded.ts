import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { postgresAccount } from './embedded/account.ts'
import { adminTarget, initialise, startOrAdopt, stop } from './embedded/cluster.ts'
import { type Binaries, preparePlace } from './embedded/place.ts'
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
  /** Lets go of the folder and stops Postgres. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute path of the folder that keeps password, socket and data. */
  folder: string
  /** Another Postgres than the one that npm installed. */
  binaries?: Binaries
  /** Told when Postgres had to be started again after it died. */
  onRestart?: () => void
}

const LOCK_WITHIN_MS = 2_000
const LOOK_AGAIN_MS = 100

/**
 * Starts the Postgres of a folder and keeps it running. One that a killed server left behind is taken over, one that
 * died is started again; both take well under 3 s.
 *
 * Throws {@link FolderInUse} when another server works on the folder.
 */
export async function openEmbedded({
  folder,
  binaries,
  onRestart,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount()
  const place = await preparePlace(join(folder, 'postgres'), account, binaries)
  const password = initialise(place, join(folder, 'postgres-password'), account)
  let running = await startOrAdopt(place, account)
  const admin = adminTarget(running, password)
  let lock = await holdFolder(admin, folder)
  let stopping = false

  async function revive(): Promise<void> {
    running = await startOrAdopt(place, account)
    await lock.end({ timeout: 0 })
    lock = await holdFolder(admin, folder)
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
    data: place.data,
    async stop() {
      stopping = true
      await lock.end({ timeout: 1 })
      await stop(place.data)
    },
  }
}

async function holdFolder(admin: ConnectionTarget, folder: string): Promise<postgres.Sql> {
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
