import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running Postgres says of itself in `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
  socket: string
  ready: boolean
}

/**
 * Reads `postmaster.pid` of a cluster; null when no process with that id is a Postgres. The lines are: process, data
 * folder, start time, port, socket folder, listen address, shared memory, status.
 */
export function readPostmaster(data: string): Postmaster | null {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isPostgres(pid)) return null
  return { pid, port: Number(lines[3]), socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
}

/** Whether a process with that id runs. A zombie, which only waits for its parent, does not. */
export function isRunning(pid: number): boolean {
  const process = processState(pid)
  return process === null ? answersToSignals(pid) : !ENDED.has(process.state)
}

/**
 * After a crash the id may belong to another program by now. Where the system does not say, we take it for Postgres.
 */
function isPostgres(pid: number): boolean {
  if (!isRunning(pid)) return false
  const process = processState(pid)
  return process === null || process.name === 'postgres'
}

/** States of processes that are gone but for their entry: zombie and dead. */
const ENDED = new Set(['Z', 'X'])

/** What Linux says of a process; null elsewhere, and where there is none. */
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
