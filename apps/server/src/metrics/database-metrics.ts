import { Gauge, Registry } from 'prom-client'
import type { DatabaseFigures, ReadFigures } from './database-figures.ts'

/** Figures of the database, which all processes share. */
export interface DatabaseMetrics {
  /** The figures as Prometheus reads them. Never rejects: `cairn_database_up` says that the database does not answer. */
  text(): Promise<string>
}

/** Several monitors that ask at once, or often, cost one query in this time. */
const KEPT_MS = 5_000

/** Asks the database when somebody reads, and no more often than every few seconds. */
export function createDatabaseMetrics(read: ReadFigures, now = () => performance.now()): DatabaseMetrics {
  let kept: { text: Promise<string>; askedMs: number } | null = null

  async function ask(): Promise<string> {
    return rendered(await read().catch(() => null))
  }

  return {
    text() {
      if (kept === null || now() - kept.askedMs >= KEPT_MS) kept = { text: ask(), askedMs: now() }
      return kept.text
    },
  }
}

/** Renders the figures and leaves out unknown ones: an older value would look current. */
async function rendered(figures: DatabaseFigures | null): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const show = (name: string, help: string, value: number | null) => {
    if (value !== null) new Gauge({ name, help, registers }).set(value)
  }
  show('cairn_database_up', 'Whether the database answered: 1 or 0.', figures === null ? 0 : 1)
  if (figures !== null) {
    const { size_bytes, connections, most_connections, oldest_transaction_seconds } = figures
    show('cairn_database_size_bytes', 'Size of the database on its disk.', size_bytes)
    show('cairn_database_connections', 'Connections to Postgres, of all its users.', connections)
    show('cairn_database_connections_max', 'Connections that Postgres allows.', most_connections)
    show(
      'cairn_database_oldest_transaction_seconds',
      'Age of the oldest open transaction.',
      oldest_transaction_seconds,
    )
    showStandbys(registry, figures)
    showQueues(registry, figures)
    showJobs(registry, figures)
  }
  return registry.metrics()
}

function showStandbys(registry: Registry, { standbys }: DatabaseFigures): void {
  const labelled = { labelNames: ['standby'], registers: [registry] }
  const bytes = new Gauge({
    name: 'cairn_replication_lag_bytes',
    help: 'What a standby has yet to replay.',
    ...labelled,
  })
  const seconds = new Gauge({
    name: 'cairn_replication_lag_seconds',
    help: 'By how much a standby is late.',
    ...labelled,
  })
  for (const { standby, lag_bytes, lag_seconds } of standbys) {
    bytes.set({ standby }, lag_bytes)
    seconds.set({ standby }, lag_seconds)
  }
}

function showQueues(registry: Registry, { mails, product }: DatabaseFigures): void {
  const labelled = { labelNames: ['queue'], registers: [registry] }
  const waiting = new Gauge({
    name: 'cairn_queue_waiting',
    help: 'What waits in a queue, up to 100,000.',
    ...labelled,
  })
  const oldest = new Gauge({
    name: 'cairn_queue_oldest_seconds',
    help: 'Age of the oldest in a queue; 0 where none waits.',
    ...labelled,
  })
  for (const { queue, count, oldest_seconds } of [mails, ...(product?.queues ?? [])]) {
    waiting.set({ queue }, count)
    oldest.set({ queue }, oldest_seconds)
  }
}

function showJobs(registry: Registry, { product }: DatabaseFigures): void {
  if (product === null) return
  const registers = [registry]
  const well = new Gauge({
    name: 'cairn_job_last_success_timestamp_seconds',
    help: 'When a job last went well.',
    labelNames: ['job'],
    registers,
  })
  const failing = new Gauge({
    name: 'cairn_job_failures',
    help: 'What of a job fails at the moment: the job itself, accounts, or items.',
    labelNames: ['job', 'scope', 'state'],
    registers,
  })
  for (const { job, well_at } of product.jobs) if (well_at !== null) well.set({ job }, well_at)
  for (const { job, scope, state, count } of product.failures) failing.set({ job, scope, state }, count)
}
