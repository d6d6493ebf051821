import { adminTarget } from '@cairn/postgres/embedded/cluster'
import { connectDatabase } from '../database.ts'
import { watchOverErrors } from '../observe/stray-errors.ts'
import { openOutbox } from '../open-outbox.ts'
import { type Serving, serve } from '../serve.ts'
import type { Served } from '../served.ts'
import { startFailure } from '../start-failure.ts'
import { order, type Report, type ServeOrder } from './messages.ts'
import type { Place } from './place.ts'

/** The parent passes on what is to be done: a terminal, or a manager of services, tells every process of the group. */
const SIGNALS_OF_THE_PARENT = ['SIGTERM', 'SIGINT'] as const

/**
 * Serves as one of several processes, from the parent's order on until it says stop. Without a parent it ends: Node does
 * that, when the line to the parent breaks.
 */
export function serveForParent(read: (place: Place) => Promise<Served>): void {
  for (const signal of SIGNALS_OF_THE_PARENT) process.on(signal, () => {})
  let serving: Serving | null = null
  process.on('message', (message) => {
    const told = order.parse(message)
    if (told.kind === 'stop') void stop(serving)
    else
      start(told, read).then(
        (started) => {
          serving = started
          report({ kind: 'ready', publishableKey: started.publishableKey })
        },
        (error: unknown) => end({ kind: 'failed', sentence: startFailure(error) }, 1),
      )
  })
  report({ kind: 'asks' })
}

async function start(told: ServeOrder, read: (place: Place) => Promise<Served>): Promise<Serving> {
  const place = { number: told.number, of: told.of }
  const served = await read(place)
  const { config, observe, product, secret } = served
  watchOverErrors(observe)
  const outbox = told.outboxKey === null ? null : openOutbox(config.dataDir, told.outboxKey)
  const admin = config.database ?? builtIn(told)
  const database = await connectDatabase(config, secret, admin, { place, observe })
  if (told.first) await served.bring(database)
  const parts = { config, place, database, product, secret, outbox, observe }
  return serve({ ...parts, ...served.over(database) })
}

/** Where the parent's Postgres is. The users that serve have passwords of their own. */
function builtIn({ socket }: ServeOrder) {
  if (socket === null) throw new Error('The parent did not say where the database is.')
  return adminTarget({ pid: 0, ready: true, socket: socket.folder, port: socket.port }, '')
}

async function stop(serving: Serving | null): Promise<void> {
  const unfinished = serving === null ? [] : await serving.stop()
  end({ kind: 'stopped', unfinished }, 0)
}

function report(said: Report, then: () => void = () => {}): void {
  process.send?.(said, then)
}

/** Ends once the parent has been told. */
function end(said: Report, code: number): void {
  report(said, () => process.exit(code))
}
