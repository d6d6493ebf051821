import { totalmem } from 'node:os'

const MEGABYTE = 1024 ** 2
/**
 * Of the whole. Postgres needs memory to keep account of what it shares, a twentieth, however little is in the database;
 * and the system keeps its files in memory all the same.
 */
const PART = 64
const LEAST_MB = 32
const MOST_MB = 256

/** The bytes of memory of this machine. A container may be allowed less than the machine has. */
export function machineMemory(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}

/** How much of the memory the built-in Postgres shares among its processes, as its setting has it. */
export function sharedBuffers(memory: number = machineMemory()): string {
  const part = Math.floor(memory / PART / MEGABYTE)
  return `${Math.min(Math.max(part, LEAST_MB), MOST_MB)}MB`
}
