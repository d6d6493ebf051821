import type { Privileged, Statements } from '@cairn/postgres/pool/privileged'
import { z } from 'zod'

/** How long a job belongs to the process that leased it, unless that process renews the lease. */
const LEASE_SECONDS = 5

const names = z.array(z.object({ name: z.string() }))
const failingItem = z.array(z.object({ item: z.string(), waits: z.boolean() }))
const accountIds = z.array(z.object({ account_id: z.string() }))
const failing = z.array(z.object({ account_id: z.string(), waits: z.boolean() }))
const noted = z.tuple([z.object({ attempts: z.number() })])

/** The subject of a failure: `account` and `item` are null for the job as a whole, `item` for all of an account. */
export interface FailureOf {
  job: string
  account: string | null
  item: string | null
}

/** Stores the failures of jobs. */
export interface FailureStore {
  /**
   * The items of an account (null: of no account) whose last attempt failed; true for those that wait. An item that was
   * set aside waits for the operator, or for `asideSeconds` where given.
   */
  failingItems(
    job: string,
    account: string | null,
    asideSeconds: number | null,
  ): Promise<Map<string, boolean>>
  /** Returns the number of failed attempts; after `attempts` of them the operator has to look. */
  noteFailure(of: FailureOf, message: string, attempts: number): Promise<number>
  forgetFailure(of: FailureOf): Promise<void>
}

/** Stores which jobs are due, which process works on them, and their failures. Source: supabase/schemas/210_jobs */
export interface JobStore extends FailureStore {
  /** For a process that starts: makes jobs due that ask for it, and retries their failures that were set aside. */
  begin(jobs: readonly { name: string; atStart?: boolean }[]): Promise<void>
  /** Leases the jobs that are due, and returns their names. */
  lease(jobs: readonly { name: string; everySeconds: number }[]): Promise<string[]>
  renew(jobs: readonly string[]): Promise<void>
  /** Ends the lease. The job is due again after so many seconds, unless a part of it has to be retried. */
  end(job: string, nextSeconds: number): Promise<void>
  /** The accounts whose last attempt failed; true for those that wait. */
  failingAccounts(job: string): Promise<Map<string, boolean>>
  /** The accounts with items that have to be retried. */
  accountsWithFailingItems(job: string): Promise<string[]>
}

interface StoreOptions {
  database: Privileged
  /** The ID that distinguishes this process from others. */
  process: string
}

// biome-ignore lint/plugin/short-functions: a flat list of statements, a method for each.
export function createJobStore({ database, process }: StoreOptions): JobStore {
  const statement = <T>(work: (sql: Statements) => Promise<T>) => database.statement(work)
  return {
    async begin(jobs) {
      const all = jobs.map(({ name }) => name)
      const atStart = jobs.flatMap(({ name, atStart: due }) => (due === true ? [name] : []))
      await statement((sql) => sql`select private.begin_jobs(${all}::text[], ${atStart}::text[])`)
    },
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
    async failingItems(job, account, asideSeconds) {
      const rows = failingItem.parse(
        await statement(
          (sql) => sql`
            select item, waits from private.failing_items(${job}, ${account}::uuid, ${asideSeconds}::integer)`,
        ),
      )
      return new Map(rows.map(({ item, waits }) => [item, waits]))
    },
    async accountsWithFailingItems(job) {
      const rows = await statement(
        (sql) => sql`select account_id from private.accounts_with_failing_items(${job}) as account_id`,
      )
      return accountIds.parse(rows).map(({ account_id }) => account_id)
    },
    async noteFailure({ job, account, item }, message, attempts) {
      const [row] = noted.parse(
        await statement(
          (sql) => sql`
            select private.note_job_failure(
              ${job}, ${account}::uuid, ${message}, ${attempts}, ${item}
            ) as attempts`,
        ),
      )
      return row.attempts
    },
    async forgetFailure({ job, account, item }) {
      await statement((sql) => sql`select private.forget_job_failure(${job}, ${account}::uuid, ${item})`)
    },
  }
}
