import {
  connectDatabase,
  type Database,
  type PreparedDatabase,
  prepareDatabase,
} from '../database/database.ts'
import { watchOverErrors } from '../observe/stray-errors.ts'
import { ALONE } from '../settings/place.ts'
import { endWhenHung } from './hang-watch.ts'
import { outboxOf, type RunningServer, sayings } from './running-server.ts'
import { serve } from './serve.ts'
import type { Served } from './served.ts'
import { isAtTerminal } from './stopping.ts'

/** Serves in this process alone. Throws errors with a sentence for the operator. */
export async function startAlone(served: Served): Promise<RunningServer> {
  const { config, observe, counted, product, secrets } = served
  watchOverErrors(observe)
  const outbox = outboxOf(served)
  const prepared = await prepareDatabase(config, secrets, served)
  const database = await connectAlone(served, prepared)
  try {
    await served.bring(database)
    const parts = { config, place: ALONE, database, product, secrets, outbox, observe, counted }
    const serving = await serve({ ...parts, ...(await served.over(database)) })
    // A person at a terminal sees a hung process, and may have paused it or its output.
    if (!isAtTerminal()) endWhenHung()
    observe({ kind: 'listening', address: config.publicUrl })
    return {
      address: config.publicUrl,
      said: sayings(served, serving.publishableKey, outbox),
      async stop(signal) {
        observe({ kind: 'stopping', signal })
        observe({ kind: 'stopped', unfinished: await serving.stop() })
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Connects; its end stops a built-in Postgres too. */
async function connectAlone(
  { config, secrets, observe }: Served,
  prepared: PreparedDatabase,
): Promise<Database> {
  try {
    const database = await connectDatabase(config, secrets, prepared.admin, { place: ALONE, observe })
    return {
      ...database,
      async close(withinMs) {
        const deadline = withinMs === undefined ? null : performance.now() + withinMs
        await database.close()
        await prepared.stop(deadline === null ? undefined : Math.max(deadline - performance.now(), 0))
      },
    }
  } catch (error) {
    await prepared.stop()
    throw error
  }
}
