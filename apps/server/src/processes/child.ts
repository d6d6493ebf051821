import { adminTarget } from '@cairn/postgres/embedded/cluster'
import { connectDatabase } from '../database/database.ts'
import type { ProcessMetrics } from '../metrics/process-metrics.ts'
import { watchOverErrors } from '../observe/stray-errors.ts'
import type { Place } from '../settings/place.ts'
import { openOutbox } from '../start/open-outbox.ts'
import { type Serving, serve } from '../start/serve.ts'
import type { Served } from '../start/served.ts'
import { startFailure } from '../start/start-failure.ts'
import { shareFigures } from './figures.ts'
import { order, type ServeOrder } from './messages.ts'
import { obeyParent, type Parent } from './obey-parent.ts'

/** Serves as one of several processes, from the parent's order on until it says stop. */
export function serveForParent(read: (place: Place) => Promise<Served>): void {
  obeyParent({ serve: (told, parent) => start(told, parent, read), failure: startFailure })
}

async function start(
  told: ServeOrder,
  { report, letGo }: Parent,
  read: (place: Place) => Promise<Served>,
): Promise<Serving> {
  const place = { number: told.number, of: told.of }
  const served = await read(place)
  const { config, observe, product, secrets } = served
  watchOverErrors(observe)
  const counted = figuresOf(served, report)
  const outbox = told.outboxKey === null ? null : openOutbox(config.dataDir, told.outboxKey)
  const admin = config.database ?? builtIn(told)
  const database = await connectDatabase(config, secrets, admin, { place, observe })
  if (told.first) await served.bring(database)
  const parts = { config, place, letGo, database, product, secrets, outbox, observe, counted }
  const serving = await serve({ ...parts, ...(await served.over(database)) })
  return {
    ...serving,
    async stop(delayMs) {
      if (!process.connected) observe({ kind: 'parent-lost' })
      const unfinished = await serving.stop(delayMs)
      if (unfinished.length > 0) observe({ kind: 'stopped', unfinished })
      return unfinished
    },
  }
}

/** Starts the sharing of figures: a reader at this process gets those of all processes. */
function figuresOf({ counted }: Served, report: Parent['report']): ProcessMetrics | null {
  if (counted === null) return null
  const shared = shareFigures(counted, report)
  process.on('message', (message) => shared.hear(order.parse(message)))
  return shared.counted
}

/** The connection to the parent's Postgres as its administrator, for backups. */
function builtIn({ socket }: ServeOrder) {
  if (socket === null) throw new Error('The parent did not say where the database is.')
  return adminTarget({ pid: 0, ready: true, socket: socket.folder, port: socket.port }, socket.password)
}
