import { randomUUID } from 'node:crypto'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobDone, JobFailed } from '../src/events.ts'
import type { AccountJob, Job, SharedJob } from '../src/job.ts'
import { listJobs, retryFailedJobs } from '../src/list.ts'
import { createJobRunner, type JobRunner } from '../src/runner.ts'

const ATTEMPTS = 3
const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 4, name: 'jobs under test' })
const server = privileged(pool)

let accounts: string[] = []
let events: JobFailed[] = []
let done: JobDone[] = []
const runners: JobRunner[] = []

beforeAll(async () => {
  for (const name of ['acme', 'bolt', 'core'])
    await arrangePerson(admin, { email: `ada@${name}.test`, name: 'Ada Example' })
  accounts = (await admin<{ id: string }[]>`select id from public.accounts order by id`).map(({ id }) => id)
})
beforeEach(async () => {
  await admin`delete from private.jobs`
  events = []
  done = []
})
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
})
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

/** A process that runs these jobs. */
function startRunner(...jobs: Job[]): JobRunner {
  const runner = createJobRunner({
    database: server,
    jobs,
    attempts: ATTEMPTS,
    describe: String,
    observe: (event) => (event.kind === 'job-done' ? done.push(event) : events.push(event)),
  })
  runners.push(runner)
  runner.start()
  return runner
}

const shared = (run: () => Promise<void>): SharedJob => ({
  kind: 'shared',
  name: 'count',
  everySeconds: 3_600,
  run,
})

const byAccount = (run: AccountJob['run'], list = async () => accounts): AccountJob => ({
  kind: 'by account',
  name: 'count',
  everySeconds: 3_600,
  accounts: list,
  run,
})

const dueNow = () => admin`update private.jobs set due_at = now()`
const retryNow = () => admin`update private.job_failures set retry_at = now()`
const wellAt = async () => (await admin`select well_at from private.jobs`)[0]?.['well_at']
const listed = () => server.statement(listJobs)
const failureOf = async (account: string | null) =>
  (await listed()).find((job) => job.account_id === account && job.state !== 'waiting')

describe('a shared job', () => {
  test('runs in one process at a time, and again when it is due', async () => {
    let atOnce = 0
    let most = 0
    let runs = 0
    const job = shared(async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await admin`select pg_sleep(0.2)`
      atOnce -= 1
      runs += 1
    })
    for (let process = 0; process < 3; process += 1) startRunner(job)
    for (const wanted of [1, 2, 3]) {
      await vi.waitFor(() => expect(runs).toBe(wanted), PATIENTLY)
      await vi.waitFor(async () => expect(await listed()).toMatchObject([{ state: 'waiting' }]), PATIENTLY)
      await dueNow()
    }
    expect(most).toBe(1)
  })

  test('is not leased by a process that asked before another one leased it', async () => {
    const lease = (sql: postgres.ISql, process: string) =>
      sql`select private.lease_jobs(array['count'], array[3600], ${process}::uuid, 5) as name`
    await admin.begin(async (earlier) => {
      await earlier`select now()`
      const other = postgres({ ...database.admin, ssl: false, max: 1 })
      expect(await lease(other, randomUUID())).toEqual([{ name: 'count' }])
      await other.end()
      expect(await lease(earlier, randomUUID())).toEqual([])
    })
  })

  test('keeps its lease for as long as it runs, though that is longer than a lease', async () => {
    let runs = 0
    let end = () => {}
    const job = shared(() => {
      runs += 1
      return new Promise((resolve) => {
        end = resolve
      })
    })
    startRunner(job)
    startRunner(job)
    await vi.waitFor(() => expect(runs).toBe(1), PATIENTLY)
    const [first] = await admin`select leased_until as until from private.jobs`
    await vi.waitFor(async () => {
      const [renewed] =
        await admin`select extract(epoch from leased_until - ${first?.['until']}) as later from private.jobs`
      expect(Number(renewed?.['later'])).toBeGreaterThan(6)
    }, PATIENTLY)
    expect(runs).toBe(1)
    end()
  })

  test('of a process that was killed goes on in another one', async () => {
    await admin`
      insert into private.jobs (name, lease, leased_until)
      values ('count', gen_random_uuid(), now() + interval '3 seconds')`
    const run = vi.fn(async () => {})
    startRunner(shared(run))
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), PATIENTLY)
  })

  test('waits no longer because the clock was set back', async () => {
    await admin`
      insert into private.jobs (name, due_at, lease, leased_until)
      values ('count', now() + interval '1 day', gen_random_uuid(), now() + interval '1 day')`
    const run = vi.fn(async () => {})
    startRunner(shared(run))
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), PATIENTLY)
  })

  test('is tried again later when it fails, listed when its tries are used up, and goes on', async () => {
    let works = false
    const job = {
      ...shared(async () => {
        if (!works) throw new Error('No network.')
      }),
      everySeconds: 1,
    }
    startRunner(job)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const state = attempt < ATTEMPTS ? 'retrying' : 'failed'
      await vi.waitFor(async () => {
        expect(await failureOf(null)).toMatchObject({ state, attempts: attempt, error: 'Error: No network.' })
      }, PATIENTLY)
      expect(await wellAt()).toBeNull()
      const [waits] = await admin`select due_at >= now() + interval '2 seconds' as so from private.jobs`
      expect(waits).toEqual({ so: true })
      if (attempt === ATTEMPTS) works = true
      await dueNow()
    }
    await vi.waitFor(async () => expect(await failureOf(null)).toBeUndefined(), PATIENTLY)
    expect(events.map(({ kind }) => kind)).toEqual(['job-failed', 'job-failed', 'job-given-up'])
    expect(done).toMatchObject([{ job: 'count' }])
    await vi.waitFor(async () => expect(await wellAt()).not.toBeNull(), PATIENTLY)
  })
})

describe('a job that works account by account', () => {
  test('goes on past an account that always fails: it is tried later, then listed, then left to the operator', async () => {
    const [planted = ''] = accounts
    const done: string[] = []
    let tries = 0
    startRunner(
      byAccount(async (account) => {
        if (account === planted) {
          tries += 1
          throw new Error('This one fails.')
        }
        done.push(account)
        return false
      }),
    )
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const state = attempt < ATTEMPTS ? 'retrying' : 'failed'
      await vi.waitFor(async () => {
        expect(await failureOf(planted)).toMatchObject({
          state,
          attempts: attempt,
          error: 'Error: This one fails.',
        })
        expect(done).toHaveLength(attempt * (accounts.length - 1))
        expect(await listed()).toContainEqual(expect.objectContaining({ job: 'count', state: 'waiting' }))
      }, PATIENTLY)
      const [waits] = await admin`
        select extract(epoch from f.retry_at - f.failed_at)::int as seconds, j.due_at = f.retry_at as "isDue"
        from private.job_failures f join private.jobs j on j.name = f.job`
      // The job itself is due in an hour only.
      expect(waits).toEqual({ seconds: 5 * 2 ** (attempt - 1), isDue: attempt < ATTEMPTS })
      await retryNow()
      await dueNow()
    }
    // The attempts are used up: the others go on, and this one waits for the operator.
    await vi.waitFor(() => expect(done).toHaveLength((ATTEMPTS + 1) * (accounts.length - 1)), PATIENTLY)
    expect(tries).toBe(ATTEMPTS)
    expect(events.map(({ kind, account }) => [kind, account])).toEqual([
      ['job-failed', planted],
      ['job-failed', planted],
      ['job-given-up', planted],
    ])
    expect(await server.statement(retryFailedJobs)).toBe(1)
    await vi.waitFor(() => expect(tries).toBe(ATTEMPTS + 1), PATIENTLY)
  })

  test('goes on past an account that is deleted while the job fails on it', async () => {
    const goes = await arrangePerson(admin, { email: 'ada@gone.test', name: 'Ada Example' })
    const [gone = ''] = (
      await admin<
        { id: string }[]
      >`select account_id as id from public.account_members where user_id = ${goes.id}`
    ).map(({ id }) => id)
    const done: string[] = []
    startRunner(
      byAccount(
        async (account) => {
          if (account === gone) {
            await admin`delete from public.accounts where id = ${gone}`
            throw new Error('The account is gone.')
          }
          done.push(account)
          return false
        },
        async () => [gone, ...accounts],
      ),
    )
    await vi.waitFor(() => expect(done.toSorted()).toEqual(accounts), PATIENTLY)
    await vi.waitFor(async () => expect(await listed()).toMatchObject([{ state: 'waiting' }]), PATIENTLY)
  })

  test('does not try an account before its time', async () => {
    const [planted = ''] = accounts
    const tried: string[] = []
    startRunner(
      byAccount(async (account) => {
        tried.push(account)
        if (account === planted) throw new Error('This one fails.')
        return false
      }),
    )
    await vi.waitFor(async () => expect(await failureOf(planted)).toBeDefined(), PATIENTLY)
    await admin`update private.job_failures set retry_at = now() + interval '10 minutes'`
    await vi.waitFor(
      async () => expect(await listed()).toContainEqual(expect.objectContaining({ state: 'waiting' })),
      PATIENTLY,
    )
    await dueNow()
    await vi.waitFor(() => expect(tried).toHaveLength(2 * accounts.length - 1), PATIENTLY)
    expect(tried.filter((account) => account === planted)).toHaveLength(1)
  })

  test('lets no account wait for one that takes long, nor for all of one that has much to do', async () => {
    const [slow = '', busy = '', other = ''] = accounts
    const order: string[] = []
    let end = () => {}
    let parts = 0
    startRunner(
      byAccount(async (account) => {
        if (account === slow)
          await new Promise<void>((resolve) => {
            end = resolve
          })
        order.push(account)
        if (account !== busy) return false
        parts += 1
        return parts < 4
      }),
    )
    await vi.waitFor(() => expect(order).toContain(other), PATIENTLY)
    expect(order).not.toContain(slow)
    end()
    await vi.waitFor(() => expect(parts).toBe(4), PATIENTLY)
    expect(order.indexOf(other)).toBeLessThan(order.lastIndexOf(busy))
  })

  test('forgets a failure that the next try makes good, and one of an account with nothing left to do', async () => {
    const [planted = ''] = accounts
    let due = accounts
    let works = false
    startRunner(
      byAccount(
        async (account) => {
          if (account === planted && !works) throw new Error('Not yet.')
          return false
        },
        async () => due,
      ),
    )
    // The end of a running job overwrites the time at which it became due meanwhile.
    const ended = () =>
      vi.waitFor(
        async () => expect(await listed()).toContainEqual(expect.objectContaining({ state: 'waiting' })),
        PATIENTLY,
      )
    const again = async () => {
      await vi.waitFor(async () => expect(await failureOf(planted)).toBeDefined(), PATIENTLY)
      await ended()
      return async () => {
        await retryNow()
        await dueNow()
        await vi.waitFor(async () => expect(await failureOf(planted)).toBeUndefined(), PATIENTLY)
        await ended()
      }
    }
    const makeGood = await again()
    works = true
    await makeGood()
    works = false
    await dueNow()
    const nothingLeft = await again()
    due = []
    await nothingLeft()
  })
})

describe('a process', () => {
  test('runs its local jobs and queues itself, and waits at its end for what it began', async () => {
    const done: string[] = []
    const runner = startRunner(
      { kind: 'in each process', name: 'keys', everySeconds: 60, run: async () => void done.push('keys') },
      {
        kind: 'queue',
        name: 'mail',
        start: () => void done.push('started'),
        close: async () => void done.push('closed'),
      },
      shared(async () => {
        done.push('begun')
        await admin`select pg_sleep(0.3)`
        done.push('ended')
      }),
    )
    await vi.waitFor(
      () => expect(done).toEqual(expect.arrayContaining(['keys', 'started', 'begun'])),
      PATIENTLY,
    )
    await runner.close()
    expect(done).toEqual(expect.arrayContaining(['closed', 'ended']))
  })
})
