import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { DatabaseUnavailable } from '@cairn/postgres/wire/errors'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { JobEvent, JobFailed } from '../src/events.ts'
import type { Job } from '../src/job.ts'
import { listJobs, retryFailedJobs } from '../src/list.ts'
import { createJobRunner, type JobRunner } from '../src/runner.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 4, name: 'units under test' })
const server = privileged(pool)
const runners: JobRunner[] = []
let account = ''
let events: JobFailed[] = []

beforeAll(async () => {
  await arrangePerson(admin, { email: 'ada@acme.test', name: 'Ada Example' })
  account = (await admin<{ id: string }[]>`select id from public.accounts`)[0]?.id ?? ''
})
beforeEach(async () => {
  await admin`delete from private.jobs`
  events = []
})
afterEach(() => stop())
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

async function stop(): Promise<void> {
  await Promise.all(runners.splice(0).map((runner) => runner.close()))
}

function start(...jobs: Job[]): void {
  const observe = (event: JobEvent) => void (event.kind !== 'job-done' && events.push(event))
  const runner = createJobRunner({ database: server, jobs, describe: String, observe })
  runners.push(runner)
  runner.start()
}

/** Rows to do, of which some cannot be done; a batch with one of these does nothing. */
function arrangeRows(count: number, poisoned: readonly string[]) {
  const toDo = new Set(Array.from({ length: count }, (_, number) => `row${number}`))
  const bad = new Set(poisoned)
  const batches: number[] = []
  return {
    toDo,
    batches,
    mend: () => bad.clear(),
    units: {
      kind: 'row',
      find: async (without: readonly string[]) => [...toDo].filter((key) => !without.includes(key)),
      async work(keys: readonly string[]) {
        batches.push(keys.length)
        if (keys.some((key) => bad.has(key))) throw new Error('Poisoned.')
        for (const key of keys) toDo.delete(key)
      },
    },
  }
}

type Rows = ReturnType<typeof arrangeRows>

const byAccount = ({ units }: Rows): Job => ({
  kind: 'by account',
  name: 'count',
  everySeconds: 3_600,
  accounts: async () => [account],
  async run(_account, { each }) {
    await each(units)
    return false
  },
})

const items = async () => (await server.statement(listJobs)).filter(({ item }) => item !== null)
const again = async () => {
  await admin`update private.job_failures set retry_at = now()`
  await admin`update private.jobs set due_at = now()`
}
/** Waits until the job has ended that many times. */
const untilTried = (attempts: number) =>
  vi.waitFor(async () => {
    for (const failing of await items()) expect(failing).toMatchObject({ attempts })
    expect((await items()).length).toBeGreaterThan(0)
    expect(await server.statement(listJobs)).toContainEqual(
      expect.objectContaining({ item: null, state: 'waiting' }),
    )
  }, PATIENTLY)

describe('a row that fails', () => {
  test('is tried three times and put aside, while all others are done at once; it is done when mended and retried', async () => {
    const rows = arrangeRows(40, ['row7', 'row23'])
    start(byAccount(rows))
    for (const attempt of [1, 2, 3]) {
      await untilTried(attempt)
      expect([...rows.toDo]).toEqual(['row7', 'row23'])
      await again()
    }
    expect(await items()).toMatchObject(
      ['row row23', 'row row7'].map((item) => ({
        job: 'count',
        account_id: account,
        item,
        state: 'failed',
        attempts: 3,
        error: 'Error: Poisoned.',
      })),
    )
    expect(events.filter(({ kind }) => kind === 'job-given-up').map(({ item }) => item)).toEqual([
      'row row7',
      'row row23',
    ])
    // Rows that were set aside take part in no further turn, and new rows are done.
    rows.toDo.add('new')
    await again()
    await vi.waitFor(() => expect([...rows.toDo]).toEqual(['row7', 'row23']), PATIENTLY)
    expect(events).toHaveLength(6)

    rows.mend()
    expect(await server.statement(retryFailedJobs)).toBe(2)
    await vi.waitFor(() => expect(rows.toDo.size).toBe(0), PATIENTLY)
    await vi.waitFor(async () => expect(await items()).toEqual([]), PATIENTLY)
  })

  test('is found by halves: the others need few transactions', async () => {
    const rows = arrangeRows(500, ['row499'])
    start(byAccount(rows))
    await untilTried(1)
    expect(rows.batches.length).toBeLessThan(2 * Math.ceil(Math.log2(500)) + 2)
  })

  test('is tried once more by the next server', async () => {
    const rows = arrangeRows(2, ['row1'])
    start(byAccount(rows))
    await untilTried(1)
    await stop()
    await admin`update private.job_failures set state = 'failed', attempts = 3`
    rows.mend()
    start(byAccount(rows))
    await vi.waitFor(() => expect(rows.toDo.size).toBe(0), PATIENTLY)
  })

  test('is forgotten when it is gone by its next try', async () => {
    const rows = arrangeRows(2, ['row1'])
    start(byAccount(rows))
    await untilTried(1)
    rows.toDo.clear()
    await again()
    await vi.waitFor(async () => expect(await items()).toEqual([]), PATIENTLY)
  })
})

test('no row is blamed for a database that is away', async () => {
  const rows = arrangeRows(3, [])
  start(
    byAccount({
      ...rows,
      units: { ...rows.units, work: () => Promise.reject(new DatabaseUnavailable('The database is away.')) },
    }),
  )
  await vi.waitFor(() => expect(events).toMatchObject([{ account, item: null, attempts: 1 }]), PATIENTLY)
  expect(await items()).toEqual([])
})

test('where hundreds of rows fail it is the account that fails', async () => {
  const rows = arrangeRows(
    200,
    Array.from({ length: 200 }, (_, number) => `row${number}`),
  )
  start(byAccount(rows))
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ account, item: null }), PATIENTLY)
  expect(await items()).toHaveLength(100)
})

test('a part of a job that fails keeps no other part waiting, and is put aside like a row', async () => {
  const done: string[] = []
  start({
    kind: 'shared',
    name: 'purge',
    everySeconds: 3_600,
    async run({ part }) {
      await part('tokens', () => Promise.reject(new Error('Poisoned.')))
      await part('sessions', async () => void done.push('sessions'))
    },
  })
  for (const attempt of [1, 2, 3]) {
    await untilTried(attempt)
    await again()
  }
  await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(4), PATIENTLY)
  expect(await items()).toMatchObject([
    { account_id: null, item: 'all tokens', state: 'failed', attempts: 3 },
  ])
})

test('a job that asks for it is due at each start, however long it had to wait; other jobs keep their time', async () => {
  const done: string[] = []
  const jobs = (): Job[] => [
    {
      kind: 'shared',
      name: 'purge',
      everySeconds: 3_600,
      atStart: true,
      run: async () => void done.push('purged'),
    },
    { kind: 'shared', name: 'count', everySeconds: 3_600, run: async () => void done.push('counted') },
  ]
  for (const starts of [1, 2, 3]) {
    start(...jobs())
    await vi.waitFor(() => expect(done.filter((name) => name === 'purged')).toHaveLength(starts), PATIENTLY)
    await stop()
  }
  expect(done.filter((name) => name === 'counted')).toHaveLength(1)
})
