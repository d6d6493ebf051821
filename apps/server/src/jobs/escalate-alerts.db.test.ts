import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { escalateAlerts } from './escalate-alerts.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'alerts' })
const jobs = createJobRunner({
  database: privileged(pool),
  jobs: [escalateAlerts(privileged(pool), { moment: () => null })],
  describe: String,
  observe: () => {},
})
afterAll(async () => {
  await jobs.close()
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

test('an alert that cannot be passed on keeps no other waiting, and is listed', async () => {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  const { id: deputy } = await arrangePerson(admin, { email: 'bob@acme.example', name: 'Bob' })
  await admin`
    insert into public.deputies (account_id, user_id, deputy_id)
    select account_id, ${id}, ${deputy} from public.account_members where user_id = ${id}`
  await admin`
    with made as (
      insert into public.automations (account_id, name, source, owner_id)
      select account_id, name, 'Zapier', ${id}
      from public.account_members, unnest(array['Broken', 'Invoices']) as name where user_id = ${id}
      returning account_id, id
    ),
    beats as (
      insert into public.heartbeats (account_id, kind, record_id, token_hash, trouble, trouble_since, trouble_told)
      select account_id, 'automation', id, id, 'failing', now() - interval '5 hours', true from made
      returning account_id, id
    )
    insert into private.open_alerts (account_id, heartbeat_id, told_at)
    select account_id, id, now() - interval '5 hours' from beats`
  const [broken] = await admin<{ id: string }[]>`
    select h.id from public.heartbeats h join public.automations a on a.id = h.record_id where a.name = 'Broken'`
  await admin.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'Planted.'; end $$;
    create trigger planted before update on private.open_alerts
      for each row when (new.heartbeat_id = '${broken?.id}') execute function public.fail();`)
  jobs.start()
  await vi.waitFor(async () => {
    expect(
      await admin`select user_id, record_name from public.notifications where kind = 'heartbeat_failing'`,
    ).toEqual([{ user_id: deputy, record_name: 'Invoices' }])
    expect(await admin`select item from private.job_failures where item is not null`).toEqual([
      { item: `alert ${broken?.id}` },
    ])
  }, PATIENTLY)
})
