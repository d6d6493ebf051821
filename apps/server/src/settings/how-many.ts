import { availableParallelism, totalmem } from 'node:os'

const MOST = 4
const MEMORY_FOR_SEVERAL = 2 * 1024 ** 3
/** With one connection nobody could be kept from using all of them. */
export const LEAST_CONNECTIONS = 2

/** How many processes serve where the operator has not said: one for each core, on a small machine one. */
export function usualProcesses(
  poolSize: number,
  { cores = availableParallelism(), memory = memoryHere() } = {},
): number {
  if (memory < MEMORY_FOR_SEVERAL) return 1
  return Math.max(1, Math.min(cores, MOST, Math.floor(poolSize / LEAST_CONNECTIONS)))
}

/** A container may be allowed less than the machine has. */
function memoryHere(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem()
}
