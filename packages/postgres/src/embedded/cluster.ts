import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Patience } from '../start/patience.ts'
import { StartFailed } from '../start/start-failed.ts'
import type { ConnectionTarget } from '../wire/target.ts'
import { identity, type SystemAccount } from './account.ts'
import type { ClusterPaths } from './cluster-paths.ts'
import { failureIn } from './failure.ts'
import { sharedBuffers } from './machine-memory.ts'
import { isRunning, type Postmaster, readPostmaster, removeStaleLock } from './postmaster.ts'
import { leaveOnExit, stopOnExit } from './stop-on-exit.ts'

const PORT = 5432
const LOOK_AGAIN_MS = 20
const START_WITHIN_MS = 20_000
const TELL_AFTER_MS = 3_000

type PostgresSettings = Readonly<Record<string, string>>

/** Keeps the process small beside a web server; all settings that protect data keep Postgres' defaults. */
const SETTINGS = {
  listen_addresses: '',
  jit: 'off',
  // Limits the WAL that a slot keeps for a reader that does not return, so that it does not fill the disk.
  max_slot_wal_keep_size: '4GB',
  log_min_messages: 'warning',
  // A statement can have any length, and can contain user input. See also role-limits.ts.
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] ',
}

/**
 * Starts Postgres, or takes over the process that already serves this cluster. Resolves when it accepts connections;
 * rejects when the signal of `patience` aborts, and leaves the end of Postgres to the caller.
 */
export async function startOrAdopt(
  paths: ClusterPaths,
  account: SystemAccount | null,
  given: PostgresSettings,
  patience: Patience,
): Promise<Postmaster & { adopted: boolean }> {
  const began = performance.now()
  const deadline = began + Math.max(patience.withinMs, START_WITHIN_MS)
  let told = false
  let launched: Launched | null = null
  while (performance.now() < deadline) {
    const running = readPostmaster(paths.data)
    if (running?.ready && (await accepts(running))) {
      return { ...running, adopted: running.pid !== launched?.process.pid }
    }
    // A Postgres that has just been started cannot be stopped yet.
    if (running !== null || launched === null) patience.signal?.throwIfAborted()
    if (running === null && (launched === null || launched.process.exitCode !== null)) {
      const reason = launched === null ? null : failureIn(paths.log, launched.logOffset)
      if (reason !== null && !PASSES.test(reason)) throw didNotStart(paths, reason)
      // Runs each time, because the rest of an earlier Postgres may have ended meanwhile.
      removeStaleLock(paths.data)
      launched = launch(paths, account, given)
    }
    if (!told && performance.now() - began > TELL_AFTER_MS) {
      told = true
      patience.onWait(`Postgres is starting or recovering; its log is ${paths.log}.`)
    }
    await wait(LOOK_AGAIN_MS)
  }
  throw didNotStart(paths, launched === null ? null : failureIn(paths.log, launched.logOffset))
}

/** Log lines of a Postgres that ends because another start was faster, or because the last Postgres is still ending. */
const PASSES = /lock file ".*" (already exists|is empty)|shared memory block/

function didNotStart({ log }: ClusterPaths, reason: string | null): StartFailed {
  return new StartFailed(`Postgres did not start${reason === null ? '' : `: ${reason}`}. Its log is ${log}.`)
}

function accepts({ socket, port }: Postmaster): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(join(socket, `.s.PGSQL.${port}`))
    const answer = (accepted: boolean) => {
      connection.destroy()
      resolve(accepted)
    }
    connection.once('connect', () => answer(true))
    connection.once('error', () => answer(false))
  })
}

/** A started Postgres, and the offset in the log where its lines begin. */
interface Launched {
  process: ChildProcess
  logOffset: number
}

function launch(paths: ClusterPaths, account: SystemAccount | null, given: PostgresSettings): Launched {
  const log = openSync(paths.log, 'a', 0o600)
  const logOffset = fstatSync(log).size
  const settings = {
    ...SETTINGS,
    shared_buffers: sharedBuffers(),
    port: String(PORT),
    unix_socket_directories: paths.socket,
    ...given,
  }
  const child = spawn(
    paths.binaries.postgres,
    ['-D', paths.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // The process is detached: an interrupt at the terminal is for the server, which stops Postgres after its last
    // request.
    { ...identity(account), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  child.on('error', () => {})
  const { pid } = child
  if (pid === undefined) throw new StartFailed(`The program ${paths.binaries.postgres} cannot be run.`)
  stopOnExit(pid)
  child.on('exit', () => leaveOnExit(pid))
  child.unref()
  return { process: child, logOffset }
}

/**
 * Asks Postgres to end its sessions, write everything to disk and stop. Resolves when it has ended; a Postgres that
 * takes longer than `withinMs` ends by itself later.
 */
export async function stop(data: string, withinMs: number): Promise<void> {
  const running = readPostmaster(data)
  if (running === null) return
  process.kill(running.pid, 'SIGINT')
  leaveOnExit(running.pid)
  const deadline = performance.now() + withinMs
  while (isRunning(running.pid) && performance.now() < deadline) await wait(LOOK_AGAIN_MS)
}

/** The target with which the administrator connects to a running cluster. */
export function adminTarget(running: Postmaster, password: string): ConnectionTarget {
  return {
    host: running.socket,
    port: running.port,
    database: 'postgres',
    user: 'postgres',
    password,
    tls: false,
  }
}
