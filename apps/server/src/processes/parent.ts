import cluster from 'node:cluster'
import { type PreparedDatabase, prepareDatabase } from '../database/database.ts'
import { watchOverErrors } from '../observe/stray-errors.ts'
import { outboxOf, type RunningServer, sayings } from '../start/running-server.ts'
import type { Served } from '../start/served.ts'
import { defaultShutdownDelayMs, END_WITHIN_MS } from '../start/stopping.ts'
import { LATER_MS } from './obey-parent.ts'
import { releaseMemoryOnceQuiet } from './release-memory.ts'
import { createTeam, type Team } from './team.ts'

const POSTGRES_WITHIN_MS = 5_000

/**
 * Serves in several processes behind one port. This one holds the built-in Postgres, migrates, and starts the others out of
 * `program`; it answers no request. Throws errors with a sentence for the operator.
 */
export async function startProcesses(served: Served, program: string): Promise<RunningServer> {
  const { config, observe, secrets } = served
  watchOverErrors(observe)
  if (served.counted !== null) {
    const { gatherFigures } = await import('./figures.ts')
    gatherFigures(served.counted)
  }
  const outbox = outboxOf(served)
  const prepared = await prepareDatabase(config, secrets, served)
  // Each takes connections from the kernel itself: none is with a process that has just died, or that closes.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: program })
  const { host, port, password } = prepared.admin
  const team = createTeam({
    size: config.processes,
    orderFor: (place) => ({
      ...place,
      socket: config.database === null ? { folder: host, port, password } : null,
      outboxKey: outbox?.key ?? null,
    }),
    observe,
  })
  // At a second signal, say, the end is at once: left alone, they would first answer what they were asked.
  process.on('exit', team.kill)
  try {
    const { publishableKey } = await team.start()
    observe({ kind: 'listening', address: config.publicUrl })
    releaseMemoryOnceQuiet()
    return {
      address: config.publicUrl,
      said: sayings(served, publishableKey, outbox),
      async stop(signal) {
        observe({ kind: 'stopping', signal })
        const delayMs = config.shutdownDelayMs ?? defaultShutdownDelayMs()
        const cameToRest = await end(team, prepared, delayMs)
        observe({ kind: 'stopped', unfinished: cameToRest ? [] : ['processes'] })
      },
    }
  } catch (error) {
    await end(team, prepared, 0)
    throw error
  }
}

/** The database goes last: the others still need it. */
async function end(team: Team, prepared: PreparedDatabase, delayMs: number) {
  const cameToRest = await team.stop(delayMs + END_WITHIN_MS + LATER_MS)
  await prepared.stop(POSTGRES_WITHIN_MS)
  return cameToRest
}
