import { inSpan } from '@cairn/tracing/spans'
import type { Observe } from './events.ts'
import type { AccountJob, SharedJob } from './job.ts'
import type { JobStore } from './store.ts'
import { createUnits, type Units } from './units.ts'

/** The number of accounts that a job works on at once, so that a slowly failing account keeps no other waiting. */
const LANES = 2

interface AttemptsOptions {
  store: JobStore
  attempts: number
  /** Describes a failure for the operator's list. */
  describe: (cause: unknown) => string
  observe: Observe
  stopping: AbortSignal
}

/** Runs leased jobs, and stores their failures. */
export interface Attempts {
  run(job: SharedJob | AccountJob): Promise<void>
}

export function createAttempts({ store, attempts, describe, observe, stopping }: AttemptsOptions): Attempts {
  async function failed(job: string, account: string | null, cause: unknown): Promise<void> {
    const used = await store.noteFailure({ job, account, item: null }, describe(cause), attempts)
    const kind = used === attempts ? 'job-given-up' : 'job-failed'
    observe({ kind, job, account, item: null, attempts: used, cause })
  }

  const forget = (job: string, account: string | null) => store.forgetFailure({ job, account, item: null })

  const unitsOf = (job: string, account: string | null): Units =>
    createUnits({ store, job, account, describe, observe, stopping })

  async function tryAccount(job: AccountJob, account: string, hasFailed: boolean): Promise<boolean> {
    try {
      const more = await job.run(account, unitsOf(job.name, account))
      if (hasFailed) await forget(job.name, account)
      return more
    } catch (cause) {
      await failed(job.name, account, cause)
      return false
    }
  }

  /**
   * Works in rounds, a part for each account: an account with much to do keeps the others waiting for that part alone.
   */
  async function allAccounts(job: AccountJob): Promise<void> {
    const failing = await store.failingAccounts(job.name)
    const all = [...new Set([...(await job.accounts()), ...(await store.accountsWithFailingItems(job.name))])]
    // A failed account that has no work any more was done by others, such as a request.
    for (const [account, waits] of failing)
      if (!waits && !all.includes(account)) await forget(job.name, account)
    const due = all.filter((account) => failing.get(account) !== true)
    let round = [...due.filter((one) => !failing.has(one)), ...due.filter((one) => failing.has(one))]
    while (round.length > 0) {
      const left = round.values()
      const more: string[] = []
      const lane = async () => {
        for (const account of left) {
          if (stopping.aborted) return
          if (await tryAccount(job, account, failing.has(account))) more.push(account)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      round = more
    }
  }

  return {
    async run(job) {
      const began = performance.now()
      try {
        await inSpan(`job ${job.name}`, () =>
          job.kind === 'shared' ? job.run(unitsOf(job.name, null)) : allAccounts(job),
        )
        await forget(job.name, null)
        observe({ kind: 'job-done', job: job.name, ms: performance.now() - began })
      } catch (cause) {
        await failed(job.name, null, cause)
      }
    },
  }
}
