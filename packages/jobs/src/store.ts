import type { Privileged, Statements } from '@cairn/postgres/privileged'
import { z } from 'zod'

/** How long a job belongs to the process that leased it, unless that process renews the lease. */
const LEASE_SECONDS = 5

const names = z.array(z.object({ name: z.string() }))
const failing = z.array(z.object({ account_id: z.string(), waits: z.boolean() }))
const noted = z.tuple([z.object({ attempts: z.number() })])

/** Where it is kept which jobs are due, who works on them, and what fails. Source: supabase/schemas/95_jobs */
export interface JobStore {
  /** Leases those that are due, and returns their names. */
  lease(jobs: readonly { name: string; everySeconds: number }[]): Promise<string[]>
  renew(jobs: readonly string[]): Promise<void>
  /** Ends the lease. The job is due again after so many seconds, unless something of it is to be tried again. */
  end(job: string, nextSeconds: number): Promise<void>
  /** The accounts of which the last try failed; true for those that wait. */
  failingAccounts(job: string): Promise<Map<string, boolean>>
  /** Returns how many tries have failed. */
  noteFailure(job: string, account: string | null, message: string): Promise<number>
  forgetFailure(job: string, account: string | null): Promise<void>
}

interface StoreOptions {
  database: Privileged
  /** What tells this process from the others. */
  process: string
  /** How many tries an account has. */
  attempts: number
}

export function createJobStore({ database, process, attempts }: StoreOptions): JobStore {
  const statement = <T>(work: (sql: Statements) => Promise<T>) => database.statement(work)
  return {
    async lease(jobs) {
      const seconds = jobs.map(({ everySeconds }) => everySeconds)
      const asked = jobs.map(({ name }) => name)
      const leased = await statement(
        (sql) => sql`
          select name from private.lease_jobs(
            ${asked}::text[], ${seconds}::integer[], ${process}::uuid, ${LEASE_SECONDS}
          ) as name`,
      )
      return names.parse(leased).map(({ name }) => name)
    },
    async renew(jobs) {
      await statement(
        (sql) =>
          sql`select private.renew_job_leases(${[...jobs]}::text[], ${process}::uuid, ${LEASE_SECONDS})`,
      )
    },
    async end(job, nextSeconds) {
      await statement((sql) => sql`select private.end_job(${job}, ${process}::uuid, ${nextSeconds})`)
    },
    async failingAccounts(job) {
      const rows = failing.parse(
        await statement((sql) => sql`select account_id, waits from private.failing_accounts(${job})`),
      )
      return new Map(rows.map(({ account_id, waits }) => [account_id, waits]))
    },
    async noteFailure(job, account, message) {
      const [row] = noted.parse(
        await statement(
          (sql) => sql`
            select private.note_job_failure(${job}, ${account}::uuid, ${message}, ${attempts}) as attempts`,
        ),
      )
      return row.attempts
    },
    async forgetFailure(job, account) {
      await statement((sql) => sql`select private.forget_job_failure(${job}, ${account}::uuid)`)
    },
  }
}
