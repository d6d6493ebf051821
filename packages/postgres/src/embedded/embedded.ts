import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { NO_PATIENCE, type Patience } from '../start/patience.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { postgresAccount } from './account.ts'
import { adminTarget, startOrAdopt, stop } from './cluster.ts'
import { type Binaries, prepareClusterPaths } from './cluster-paths.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { initialise, readPassword } from './initialise.ts'
import { keepLogSmall } from './log-file.ts'
import { isRunning, readPostmaster } from './postmaster.ts'
import { leaveOnExit, stopOnExit } from './stop-on-exit.ts'

/** A Postgres of our own, started from what npm installed. */
export interface EmbeddedPostgres {
  admin: ConnectionTarget
  /** Where the cluster's files are. */
  data: string
  /**
   * Releases the lock on the folder and stops Postgres. One that takes longer than `withinMs` is not waited for: it has
   * been asked to stop, and does so later. Asked again, it does no more: the next Postgres may be another server's.
   */
  stop(withinMs?: number): Promise<void>
}

export interface EmbeddedOptions {
  /** Absolute path of the folder that keeps password, socket and data. */
  folder: string
  /** Another Postgres than the one that npm installed. */
  binaries?: Binaries
  /** Settings of Postgres that go before those that Cairn makes. */
  settings?: Readonly<Record<string, string>>
  /** How many sessions are needed at once. */
  sessions?: number
  /** How long to wait for a Postgres that recovers, and the reports about it. */
  patience?: Patience
  /** Called after Postgres died and was started again. */
  onRestart?: () => void
}

const clusterFolder = (folder: string): string => join(folder, 'postgres', 'data')
const passwordFile = (folder: string): string => join(folder, 'postgres-password')

/** For superusers, for the start, and for an operator who looks. */
const SPARE_SESSIONS = 20
const LEAST_SESSIONS = 60
const LOOK_AGAIN_MS = 100
const STOP_WITHIN_MS = 20_000

/**
 * Starts the Postgres of a folder and keeps it running. A Postgres that a killed server left running is taken over; one
 * that died is started again.
 *
 * Throws {@link FolderInUse} when another server works on the folder, and {@link StartFailed} when Postgres cannot.
 */
export async function openEmbedded({
  folder,
  binaries,
  settings: given = {},
  sessions = 0,
  patience = NO_PATIENCE,
  onRestart,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = postgresAccount(clusterFolder(folder))
  const paths = await prepareClusterPaths(join(folder, 'postgres'), account, binaries)
  const password = initialise(paths, passwordFile(folder), account)
  const settings = { max_connections: String(Math.max(sessions + SPARE_SESSIONS, LEAST_SESSIONS)), ...given }
  const start = () => startOrAdopt(paths, account, settings, patience)
  const opened = await startAndLock(start, (postmaster) => lockFor(postmaster, password, folder))
  const { lock } = opened
  let { running } = opened
  const admin = adminTarget(running, password)
  stopOnExit(running.pid)
  const leaveLog = keepLogSmall(paths.log)
  let stopping: Promise<void> | null = null
  let revival: Promise<void> = Promise.resolve()

  async function revive(): Promise<void> {
    leaveOnExit(running.pid)
    running = await start()
    if (!lock.isTaken()) stopOnExit(running.pid)
    onRestart?.()
  }

  async function keepRunning(): Promise<void> {
    while (stopping === null) {
      await wait(LOOK_AGAIN_MS, undefined, { ref: false })
      // A failed attempt is repeated: requests meanwhile answer that the database is away.
      if (stopping === null && !isRunning(running.pid)) revival = revive().catch(() => {})
      await revival
    }
  }
  void keepRunning()

  async function end(withinMs: number): Promise<void> {
    leaveLog()
    const taken = lock.isTaken()
    await lock.release()
    // A Postgres that is just being started again would be left running.
    await Promise.race([revival, wait(withinMs, undefined, { ref: false })])
    leaveOnExit(running.pid)
    if (!taken) await stop(paths.data, withinMs)
  }

  return {
    admin,
    data: paths.data,
    stop(withinMs = STOP_WITHIN_MS) {
      stopping ??= end(withinMs)
      return stopping
    },
  }
}

type Running = Awaited<ReturnType<typeof startOrAdopt>>

function lockFor(postmaster: Running, password: string, folder: string): Promise<FolderLock> {
  const isGone = () => !isRunning(postmaster.pid)
  return lockFolder(adminTarget(postmaster, password), folder, { adopted: postmaster.adopted, isGone })
}

/**
 * A Postgres that was taken over may be about to stop, with the server that it belonged to: then it is started again.
 */
async function startAndLock(
  start: () => Promise<Running>,
  lockOn: (running: Running) => Promise<FolderLock>,
): Promise<{ running: Running; lock: FolderLock }> {
  for (;;) {
    const running = await start()
    try {
      return { running, lock: await lockOn(running) }
    } catch (error) {
      // The process that has the lock needs it.
      leaveOnExit(running.pid)
      if (!running.adopted || isRunning(running.pid)) throw error
    }
  }
}

/** A look at the database of a folder. */
export interface EmbeddedVisit {
  admin: ConnectionTarget
  /** Stops Postgres again where it was started for the visit. */
  leave(): Promise<void>
}

/**
 * Enters the database of a folder beside the server that works on it, or starts Postgres for the visit. Null where there
 * is no database yet; none is made.
 */
export async function enterEmbedded(folder: string): Promise<EmbeddedVisit | null> {
  const data = clusterFolder(folder)
  if (!existsSync(data)) return null
  const running = readPostmaster(data)
  if (running?.ready)
    return { admin: adminTarget(running, readPassword(passwordFile(folder))), leave: async () => {} }
  const server = await openEmbedded({ folder })
  return { admin: server.admin, leave: () => server.stop() }
}
