import { availableParallelism } from 'node:os'
import { machineMemory } from '@cairn/postgres/embedded/machine-memory'

/** Up to so many cores one process is quicker than several, which take them from Postgres and from each other. */
const CORES_OF_ONE = 2
const MOST_BESIDE_POSTGRES = 4
const MEMORY_FOR_SEVERAL = 2 * 1024 ** 3
/** With one connection nobody could be kept from using all of them. */
export const LEAST_CONNECTIONS = 2

interface Serving {
  poolSize: number
  /** Whether the built-in Postgres needs the same cores. */
  besidePostgres: boolean
}

/**
 * How many processes serve where the operator has not said: one on a small machine, and on others one for each core,
 * without the one that the built-in Postgres takes.
 */
export function usualProcesses(
  { poolSize, besidePostgres }: Serving,
  { cores = availableParallelism(), memory = machineMemory() } = {},
): number {
  if (memory < MEMORY_FOR_SEVERAL || cores <= CORES_OF_ONE) return 1
  const fitting = besidePostgres ? Math.min(cores - 1, MOST_BESIDE_POSTGRES) : cores
  return Math.max(1, Math.min(fitting, Math.floor(poolSize / LEAST_CONNECTIONS)))
}
