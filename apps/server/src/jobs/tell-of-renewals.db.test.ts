import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { tellOfRenewals } from './tell-of-renewals.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'renewals' })
const server = privileged(pool)
/** When it is for the server. */
let now = new Date('2027-04-01T12:00Z')
const jobs = createJobRunner({
  database: server,
  jobs: [tellOfRenewals(server, { moment: () => now })],
  describe: String,
  observe: () => {},
})
afterAll(async () => {
  await jobs.close()
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

const toldOf = async () =>
  (
    await admin<{ record_name: string; days: string }[]>`
      select record_name, payload ->> 'days' as days from public.notifications where kind = 'renewal_due'
      order by number`
  ).map(({ record_name, days }) => `${record_name} in ${days}`)

test('a record of which nobody can be told keeps no other waiting, and is listed', async () => {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  await admin`
    insert into public.systems (account_id, name, owner_id, renews_on)
    select account_id, name, ${id}, '2027-05-01'
    from public.account_members, unnest(array['Broken', 'Ledger']) as name where user_id = ${id}`
  const [broken] = await admin<{ id: string }[]>`select id from public.systems where name = 'Broken'`
  await admin.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'Planted.'; end $$;
    create trigger planted before insert on private.renewals_told
      for each row when (new.record_id = '${broken?.id}') execute function public.fail();`)
  jobs.start()
  await vi.waitFor(async () => expect(await toldOf()).toEqual(['Ledger in 30']), PATIENTLY)
  await vi.waitFor(async () => {
    expect(await admin`select item from private.job_failures`).toEqual([
      { item: `renewal system ${broken?.id}` },
    ])
  }, PATIENTLY)

  await admin`drop trigger planted on private.renewals_told`
  now = new Date('2027-04-24T12:00Z')
  await admin`update private.job_failures set retry_at = now()`
  await admin`update private.jobs set due_at = now()`
  await vi.waitFor(async () => {
    expect((await toldOf()).toSorted()).toEqual(['Broken in 7', 'Ledger in 30', 'Ledger in 7'])
  }, PATIENTLY)
})
