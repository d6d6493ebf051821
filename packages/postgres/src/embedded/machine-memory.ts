import { totalmem } from 'node:os'

const MEGABYTE = 1024 ** 2
/** Of the whole; the rest is for the server, for sorts, and for the files that the system keeps in memory. */
const PART = 16
const LEAST_MB = 32
const MOST_MB = 512

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
