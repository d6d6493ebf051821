import { randomUUID } from 'node:crypto'
import type { Privileged } from '@cairn/postgres/pool/privileged'
import { inSpan } from '@cairn/tracing/spans'
import { createAttempts } from './attempts.ts'
import type { Observe } from './events.ts'
import { createFailuresInMemory } from './failures-in-memory.ts'
import type { AccountJob, Job, LocalJob, SharedJob } from './job.ts'
import { createPollLoop } from './poll-loop.ts'
import { createJobStore } from './store.ts'
import { createUnits, type Units } from './units.ts'

const SECOND_MS = 1_000
const POLL_INTERVAL_MS = 2 * SECOND_MS
const RENEW_LEASES_EVERY_MS = SECOND_MS
/** The number of attempts, with waits that double up to a quarter of an hour: some three hours. */
const ATTEMPTS = 20

export interface JobRunner {
  start(): void
  /** Begins no more work, and resolves when running work has ended. */
  close(): Promise<void>
}

export interface JobRunnerOptions {
  database: Privileged
  jobs: readonly Job[]
  observe: Observe
  /** Describes a failure for the operator's list: without secrets and addresses. */
  describe: (cause: unknown) => string
  /** The number of attempts for an account before it waits for the operator. */
  attempts?: number
}

/**
 * Runs jobs when they are due. A shared job, and one that works account by account, is leased in the database: one
 * process at a time works on it, and another takes over within seconds when that one is killed.
 */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, jobs, observe, describe, attempts = ATTEMPTS } = options
  const store = createJobStore({ database, process: randomUUID() })
  const leasable = jobs.filter((job) => job.kind === 'shared' || job.kind === 'by account')
  const queues = jobs.filter((job) => job.kind === 'queue')
  const local = jobs.filter((job) => job.kind === 'in each process')
  const running = new Map<string, Promise<void>>()
  const over = new AbortController()
  const stopping = over.signal
  const { run } = createAttempts({ store, attempts, describe, observe, stopping })

  const report = (job: string) => (cause: unknown) =>
    observe({ kind: 'job-failed', job, account: null, item: null, attempts: 1, cause })

  /** Runs a job. Where its end cannot be stored, its lease ends by itself. */
  function begin(job: SharedJob | AccountJob): void {
    const turn = run(job)
      .then(() => store.end(job.name, job.everySeconds))
      .catch(report(job.name))
      .finally(() => running.delete(job.name))
    running.set(job.name, turn)
  }

  let hasBegun = false
  const leasing = createPollLoop({
    intervalMs: POLL_INTERVAL_MS,
    async work() {
      const idle = leasable.filter(({ name }) => !running.has(name))
      if (idle.length === 0) return false
      if (!hasBegun) await store.begin(leasable)
      hasBegun = true
      const leased = new Set(await store.lease(idle))
      for (const job of idle) if (leased.has(job.name)) begin(job)
      return false
    },
    onFailure: report('leasing'),
  })
  const inMemory = { store: createFailuresInMemory(), describe, observe, stopping }
  const loops = [
    leasing,
    ...local.map((job) => {
      const units = createUnits({ ...inMemory, job: job.name, account: null })
      return createLocalLoop({ job, units, observe, onFailure: report(job.name) })
    }),
  ]
  let renewing: NodeJS.Timeout | undefined

  return {
    start() {
      for (const queue of queues) queue.start()
      for (const loop of loops) loop.start()
      renewing = setInterval(() => {
        // After a failed renewal the next one follows; at worst two processes work on a job.
        if (running.size > 0) store.renew([...running.keys()]).catch(() => {})
      }, RENEW_LEASES_EVERY_MS).unref()
    },
    async close() {
      over.abort()
      await Promise.all([...loops.map((loop) => loop.stop()), ...queues.map((queue) => queue.close())])
      await Promise.all(running.values())
      clearInterval(renewing)
    },
  }
}

interface LocalLoopOptions {
  job: LocalJob
  units: Units
  observe: Observe
  onFailure: (cause: unknown) => void
}

/** Runs a job of this process again and again. */
function createLocalLoop({ job, units, observe, onFailure }: LocalLoopOptions) {
  return createPollLoop({
    intervalMs: job.everySeconds * SECOND_MS,
    work: async () => {
      const began = performance.now()
      await inSpan(`job ${job.name}`, () => job.run(units))
      observe({ kind: 'job-done', job: job.name, ms: performance.now() - began })
      return false
    },
    onFailure,
  })
}
