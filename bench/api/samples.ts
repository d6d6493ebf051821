import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerProcess } from '@cairn/testing/server-process'
import { processesOf } from '@cairn/testing/server-processes'
import { bareRate } from '../support/bare-database.ts'
import { extent } from '../support/extent.ts'
import { descendantsOf } from '../support/memory.ts'
import { processorMs, processorMsWithEnded } from '../support/processor.ts'
import { type ApiCase, type SentRequest, transactionOf } from './cases.ts'
import { load } from './load.ts'

/** The processor time of one request in milliseconds, by who used it, and how many there were in a second. */
export interface Sample {
  server: number
  postgres: number
  /** The program that asked: for pgbench the counterpart of the server. */
  client: number
  perSecond: number
  p99: number
  /** Answers other than 2xx, and errors. */
  failed: number
}

interface Extent {
  connections: number
  seconds: number
}

/** Asks the server for some seconds. */
export async function sampleServer(
  server: ServerProcess,
  request: SentRequest,
  extent: Extent,
): Promise<Sample> {
  const before = usedBy(server)
  const { requests, latency, non2xx, errors } = await load(server, request, extent)
  return {
    ...perRequest(before, usedBy(server), requests.total),
    perSecond: requests.average,
    p99: latency.p99,
    failed: non2xx + errors,
  }
}

/** Seconds in which pgbench fills the caches of its connections, as the server has filled its own. */
const WARM_SECONDS = extent(2, 1)

/** Has pgbench do the same transaction for some seconds. */
export async function sampleBare(server: ServerProcess, request: ApiCase, extent: Extent): Promise<Sample> {
  let before = usedBy(server)
  const { done, perSecond } = await bareRate({
    target: server.admin(),
    ...transactionOf(request),
    ...extent,
    warmSeconds: WARM_SECONDS,
    onWarm() {
      before = usedBy(server)
    },
  })
  return { ...perRequest(before, usedBy(server), done), perSecond, p99: Number.NaN, failed: 0 }
}

type Used = Pick<Sample, 'server' | 'postgres' | 'client'>

/** Processor time until now. */
function usedBy({ pid, dataDir }: ServerProcess): Used {
  const [first] = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')
  return {
    server: sum([pid, ...processesOf(pid)].map(processorMs)),
    postgres: usedBelow(Number(first)),
    client: usedBelow(process.pid, pid),
  }
}

/**
 * The processor time of a process and of all that it has started, except for one of these with its own. The time of those
 * that have ended is with their parent.
 */
function usedBelow(pid: number, except?: number): number {
  const started = () => {
    const left = except === undefined ? [] : [except, ...descendantsOf(except)]
    return descendantsOf(pid).filter((id) => !left.includes(id))
  }
  for (;;) {
    const running = started()
    const used = sum([processorMsWithEnded(pid), ...running.map(processorMs)])
    // A process that ended meanwhile was counted twice or not at all.
    if (String(started()) === String(running)) return used
  }
}

const perRequest = (before: Used, after: Used, count: number): Used => ({
  server: (after.server - before.server) / count,
  postgres: (after.postgres - before.postgres) / count,
  client: (after.client - before.client) / count,
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The middle of some samples, figure by figure; the sum of what failed. */
export function middleOf(samples: readonly Sample[]): Sample {
  const middle = (of: (sample: Sample) => number) => median(samples.map(of))
  return {
    server: middle(({ server }) => server),
    postgres: middle(({ postgres }) => postgres),
    client: middle(({ client }) => client),
    perSecond: middle(({ perSecond }) => perSecond),
    p99: middle(({ p99 }) => p99),
    failed: sum(samples.map(({ failed }) => failed)),
  }
}

/** The middle value; the mean of the two in the middle of an even number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (upper + lower) / 2
}
