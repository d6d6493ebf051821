import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The state of a running Postgres in its file `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  socket: string
  ready: boolean
}

/**
 * Reads `postmaster.pid` of a cluster; null when no process with that ID is its Postgres. The lines are: process, data
 * folder, start time, port, socket folder, listen address, shared memory, status.
 */
export function readPostmaster(data: string): Postmaster | null {
  const lines = lockFile(data)?.split('\n') ?? []
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostgresOf(data, pid)) return null
  return { pid, port: Number(lines[3]), socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/**
 * Removes a `postmaster.pid` that Postgres itself would take for one in use: it is empty, or names a process that is
 * not the Postgres of this cluster. Postgres recognizes all others.
 */
export function removeStaleLock(data: string): void {
  const lock = lockFile(data)
  if (lock === null || !existsSync(PROCESSES)) return
  const pid = Number(lock.split('\n')[0])
  const isReadable = Number.isInteger(pid) && pid > 1
  if (isReadable && (!isRunning(pid) || isPostgresOf(data, pid))) return
  // As long as one process of a killed Postgres is left, only the file shows that to the next one.
  const left = readdirSync(PROCESSES)
    .map(Number)
    .find((id) => id > 1 && isPostgresOf(data, id))
  if (left === undefined) rmSync(lockPath(data), { force: true })
}

const PROCESSES = '/proc'
const lockPath = (data: string): string => join(data, 'postmaster.pid')

function lockFile(data: string): string | null {
  try {
    return readFileSync(lockPath(data), 'utf8')
  } catch {
    return null
  }
}

/** Whether a process with that ID runs. A zombie, which only waits for its parent, does not. */
export function isRunning(pid: number): boolean {
  const process = processState(pid)
  return process === null ? answersToSignals(pid) : !ENDED.has(process.state)
}

/**
 * Whether the process is the Postgres of this cluster. After a crash the ID may belong to another program by now, or to
 * another Postgres. Where the system does not say, we assume that it is. All processes of a Postgres work in its data
 * folder.
 */
function isPostgresOf(data: string, pid: number): boolean {
  if (!isRunning(pid)) return false
  const process = processState(pid)
  if (process === null) return true
  const entry = join(PROCESSES, String(pid))
  if (process.name !== 'postgres' || ownerOf(entry) !== ownerOf(data)) return false
  try {
    return readlinkSync(join(entry, 'cwd')) === realpathSync(data)
  } catch {
    // In a container root may not look, or the process has ended in this moment.
    return isRunning(pid)
  }
}

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

/** States of processes that are gone except for their entry: zombie and dead. */
const ENDED = new Set(['Z', 'X'])

/** The state of a process on Linux; null elsewhere, and for an unknown process. */
function processState(pid: number): { name: string; state: string } | null {
  try {
    const [, name = '', state = ''] = /\((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, state }
  } catch {
    return null
  }
}

function answersToSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
