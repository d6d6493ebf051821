import { adminTarget } from '@cairn/postgres/embedded/cluster'
import { connectDatabase } from '../database.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { watchOverErrors } from '../observe/stray-errors.ts'
import { openOutbox } from '../open-outbox.ts'
import type { Place } from '../place.ts'
import { type Serving, serve } from '../serve.ts'
import type { Served } from '../served.ts'
import { startFailure } from '../start-failure.ts'
import { shareFigures } from './figures.ts'
import { order, type Report, type ServeOrder, UNFINISHED } from './messages.ts'

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
    if (told.kind === 'stop') stop()
    else if (told.kind === 'serve')
      start(told, read).then(
        (started) => {
          serving = started
          report({ kind: 'ready', publishableKey: started.publishableKey })
        },
        (error: unknown) => report({ kind: 'failed', sentence: startFailure(error) }, () => process.exit(1)),
      )
  })
  report({ kind: 'asks' })

  function stop(): void {
    if (serving === null) process.exit(0)
    else void serving.stop().then((left) => process.exit(left.length === 0 ? 0 : UNFINISHED))
  }
}

async function start(told: ServeOrder, read: (place: Place) => Promise<Served>): Promise<Serving> {
  const place = { number: told.number, of: told.of }
  const served = await read(place)
  const { config, observe, product, secrets } = served
  watchOverErrors(observe)
  const counted = figuresOf(served)
  const outbox = told.outboxKey === null ? null : openOutbox(config.dataDir, told.outboxKey)
  const admin = config.database ?? builtIn(told)
  const database = await connectDatabase(config, secrets, admin, { place, observe })
  if (told.first) await served.bring(database)
  const letGo = () => report({ kind: 'closes' })
  const parts = { config, place, letGo, database, product, secrets, outbox, observe, counted }
  const serving = await serve({ ...parts, ...served.over(database) })
  return {
    ...serving,
    async stop() {
      const unfinished = await serving.stop()
      if (unfinished.length > 0) observe({ kind: 'stopped', unfinished })
      return unfinished
    },
  }
}

/** What is read of figures at this process: those of all. */
function figuresOf({ counted }: Served): ProcessMetrics | null {
  if (counted === null) return null
  const shared = shareFigures(counted, report)
  process.on('message', (message) => shared.hear(order.parse(message)))
  return shared.counted
}

/** Where the parent's Postgres is, as its administrator: backups copy it. */
function builtIn({ socket }: ServeOrder) {
  if (socket === null) throw new Error('The parent did not say where the database is.')
  return adminTarget({ pid: 0, ready: true, socket: socket.folder, port: socket.port }, socket.password)
}

function report(said: Report, then: () => void = () => {}): void {
  process.send?.(said, then)
}
