import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { findLateHeartbeats } from './find-late-heartbeats.ts'
import { tellOfHeartbeats } from './tell-of-heartbeats.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'heartbeats' })
const server = privileged(pool)
/** When it is for the server. */
let now = new Date('2027-04-01T12:00Z')
const notices = { moment: () => now }
const jobs = createJobRunner({
  database: server,
  jobs: [findLateHeartbeats(server, notices), tellOfHeartbeats(server, notices)],
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
    await admin<{ record_name: string }[]>`
      select record_name from public.notifications where kind = 'heartbeat_late' order by number`
  ).map(({ record_name }) => record_name)

const failing = async () =>
  (await admin<{ item: string }[]>`select item from private.job_failures where item is not null`).map(
    ({ item }) => item,
  )

/** Lets the server look at a moment. */
async function goTo(moment: string) {
  now = new Date(moment)
  await admin`update private.job_failures set retry_at = now()`
  await admin`update private.jobs set due_at = now()`
}

test('a heartbeat that cannot be noted or told keeps no other waiting, and is listed', async () => {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  await admin`
    with made as (
      insert into public.automations (account_id, name, source, owner_id)
      select account_id, name, 'Zapier', ${id}
      from public.account_members, unnest(array['Broken', 'Hidden', 'Invoices']) as name where user_id = ${id}
      returning account_id, id
    )
    insert into public.heartbeats (account_id, kind, record_id, token_hash, status, grace_seconds, last_at, late_at)
    select account_id, 'automation', id, id, 'up', 60, '2027-04-01T11:30Z', '2027-04-01T12:00:30Z' from made`
  const rows = await admin<{ id: string; name: string }[]>`
    select h.id, a.name from public.heartbeats h join public.automations a on a.id = h.record_id`
  const [broken, hidden] = ['Broken', 'Hidden'].map((name) => rows.find((row) => row.name === name)?.id)
  await admin.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'Planted.'; end $$;
    create trigger planted before update on public.heartbeats
      for each row when (new.id = '${broken}') execute function public.fail();
    create trigger planted before delete on private.heartbeat_news
      for each row when (old.heartbeat_id = '${hidden}') execute function public.fail();`)
  jobs.start()
  await vi.waitFor(async () => {
    expect(await admin`select from private.answering`).toHaveLength(1)
  }, PATIENTLY)
  await goTo('2027-04-01T12:01Z')
  await vi.waitFor(async () => expect(await toldOf()).toEqual(['Invoices']), PATIENTLY)
  await vi.waitFor(async () => {
    expect((await failing()).toSorted()).toEqual([`heartbeat ${broken}`, `heartbeat ${hidden}`].toSorted())
  }, PATIENTLY)

  await admin`drop trigger planted on public.heartbeats`
  await admin`drop trigger planted on private.heartbeat_news`
  await goTo('2027-04-01T12:01:30Z')
  await vi.waitFor(async () => {
    expect((await toldOf()).toSorted()).toEqual(['Broken', 'Hidden', 'Invoices'])
  }, PATIENTLY)
})
