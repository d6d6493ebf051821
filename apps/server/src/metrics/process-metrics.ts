import type { Load } from '@cairn/postgres/pool/admission'
import type { PoolLoad } from '@cairn/postgres/pool/pool-load'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Observe, ServerEvent } from '../observe/events.ts'
import { END_CAUSES } from '../observe/process-ending.ts'
import { routeClass } from './route-class.ts'

/** The load of a process, which can be read at any moment. */
export interface ProcessLoad {
  pools: () => readonly PoolLoad[]
  /** Passwords that are being hashed, and those that wait for it. */
  hashing: () => Load
}

/** Figures of this process alone. */
export interface ProcessMetrics {
  contentType: string
  /** The figures as Prometheus reads them. */
  text(): Promise<string>
  /** The same as values, which {@link textOfAll} combines with those of other processes. */
  values(): Promise<object[]>
  /** Counts what the server reports. */
  observe: Observe
  /** Begins to show how busy the process is. */
  watch(load: ProcessLoad): void
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Seconds. A list takes some milliseconds, a sign-in a tenth of a second, and nothing is waited for longer than 30 s. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Counts in a separate registry. Labels come from closed lists: none holds an account, a person, an address or a path.
 * Names and units as Prometheus advises. Source: https://prometheus.io/docs/practices/naming/
 */
export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { requests, seconds, events, runs, runSeconds, restarts } = defineFigures(registry)
  for (const cause of END_CAUSES) restarts.inc({ cause }, 0)

  function observe(event: ServerEvent): void {
    switch (event.kind) {
      case 'process-lost':
        restarts.inc({ cause: event.cause })
        events.inc({ part: 'server', event: event.kind })
        break
      case 'request': {
        const route = routeClass(event.path)
        const method = METHODS.has(event.method) ? event.method : 'other'
        requests.inc({ route, method, status: event.status })
        seconds.observe({ route, method }, event.ms / 1_000)
        break
      }
      case 'job-done':
        runs.inc({ job: event.job, outcome: 'done' })
        runSeconds.inc({ job: event.job }, event.ms / 1_000)
        break
      case 'job-failed':
      case 'job-given-up':
        runs.inc({ job: event.job, outcome: event.kind === 'job-failed' ? 'failed' : 'given up' })
        break
      case 'auth':
      case 'delivery':
        events.inc({ part: event.kind, event: event.event.kind })
        break
      default:
        events.inc({ part: 'server', event: event.kind })
    }
  }

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    observe,
    watch: (load) => watchLoad(registry, load),
  }
}

/** Defines the figures of a server, and the labels of each. */
function defineFigures(registry: Registry) {
  const registers = [registry]
  return {
    requests: new Counter({
      name: 'cairn_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'cairn_request_seconds',
      help: 'Time from the request to its answer.',
      labelNames: ['route', 'method'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    events: new Counter({
      name: 'cairn_events_total',
      help: 'What else the log tells of, by the kind of its line.',
      labelNames: ['part', 'event'],
      registers,
    }),
    runs: new Counter({
      name: 'cairn_job_runs_total',
      help: 'Runs of jobs that came to their end, and failures of jobs, of their accounts and of their items.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    runSeconds: new Counter({
      name: 'cairn_job_seconds_total',
      help: 'Time that runs of jobs took which came to their end.',
      labelNames: ['job'],
      registers,
    }),
    restarts: new Counter({
      name: 'cairn_process_restarts_total',
      help: 'Processes of several that another one took the place of: they hung, a signal ended them, or a mistake.',
      labelNames: ['cause'],
      registers,
    }),
  }
}

/** Figures whose sum or mean says nothing: the worst process is shown, and the start of the server. */
const NOT_SUMS: ReadonlyMap<string, 'max' | 'min'> = new Map([
  ['nodejs_eventloop_lag_seconds', 'max'],
  ['nodejs_eventloop_lag_mean_seconds', 'max'],
  ['nodejs_eventloop_lag_stddev_seconds', 'max'],
  ['nodejs_eventloop_lag_p50_seconds', 'max'],
  ['nodejs_eventloop_lag_p90_seconds', 'max'],
  ['nodejs_eventloop_lag_p99_seconds', 'max'],
  ['process_open_fds', 'max'],
  ['process_max_fds', 'min'],
  ['process_start_time_seconds', 'min'],
])

/** The figures of several processes as one: sums, and of some figures the worst. */
export function textOfAll(values: readonly object[][]): Promise<string> {
  return AggregatorRegistry.aggregate(values.map((figures) => figures.map(withAggregator))).metrics()
}

function withAggregator(figure: object): object {
  const aggregator = 'name' in figure ? NOT_SUMS.get(String(figure.name)) : undefined
  return aggregator === undefined ? figure : { ...figure, aggregator }
}

/** Adds up the counters of several processes. */
export function countersOf(values: readonly object[][]): Promise<object[]> {
  const isCounter = (figure: object) => 'type' in figure && COUNTERS.has(String(figure.type))
  return AggregatorRegistry.aggregate(values.map((figures) => figures.filter(isCounter))).getMetricsAsJSON()
}

const COUNTERS: ReadonlySet<string> = new Set(['counter', 'histogram'])

function watchLoad(registry: Registry, { pools, hashing }: ProcessLoad): void {
  const registers = [registry]
  const ofPools = (name: string, help: string, figure: (pool: PoolLoad) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect() {
        for (const pool of pools()) this.set({ pool: pool.name }, figure(pool))
      },
    })
  const ofHashing = (name: string, help: string, figure: (load: Load) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(figure(hashing()))
      },
    })
  ofPools('cairn_pool_size', 'Connections that a pool may have.', ({ size }) => size)
  ofPools('cairn_pool_open', 'Connections that a pool has.', ({ open }) => open)
  ofPools('cairn_pool_in_use', 'Work that has a connection.', ({ inUse }) => inUse)
  ofPools('cairn_pool_waiting', 'Work that waits for a connection.', ({ waiting }) => waiting)
  ofHashing('cairn_hashing_running', 'Passwords that are being hashed.', ({ running }) => running)
  ofHashing('cairn_hashing_waiting', 'Passwords that wait to be hashed.', ({ waiting }) => waiting)
}
