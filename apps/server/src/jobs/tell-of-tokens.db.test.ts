import { createJobRunner } from '@cairn/jobs/runner'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { tellOfTokens } from './tell-of-tokens.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 2, name: 'tokens' })
const server = privileged(pool)
/** When it is for the server. */
let now = new Date('2027-04-01T12:00Z')
const jobs = createJobRunner({
  database: server,
  jobs: [tellOfTokens(server, { moment: () => now })],
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
    await admin<{ name: string }[]>`
      select payload -> 'token' ->> 'name' as name from public.notifications
      where kind = 'token_expires' order by number, name`
  ).map(({ name }) => name)

const failing = async () =>
  (await admin<{ item: string }[]>`select item from private.job_failures where item is not null`).map(
    ({ item }) => item,
  )

/** Waits until these were told at a moment. The job is made due each time: a turn that ends meanwhile puts it off. */
async function untilTold(moment: string, names: readonly string[]) {
  now = new Date(moment)
  await vi.waitFor(async () => {
    await admin`update private.job_failures set retry_at = now()`
    await admin`update private.jobs set due_at = now()`
    expect((await toldOf()).toSorted()).toEqual(names)
  }, PATIENTLY)
}

test('lists a token whose notification fails, notifies of it later, and does not delay others', async () => {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  const tokens = await admin<{ id: string; name: string }[]>`
    insert into public.api_tokens (account_id, owner_id, name, scopes, ending, expires_at)
    select account_id, ${id}, t.name, '{systems:read}', 'abcd', t.ends::timestamptz
    from public.account_members,
      (values
        ('Broken', '2027-04-14T12:00Z'), ('Nightly', '2027-04-14T12:00Z'), ('Later', '2027-05-14T12:00Z'), ('Endless', null)
      ) as t (name, ends)
    where user_id = ${id}
    returning id, name`
  const broken = tokens.find(({ name }) => name === 'Broken')?.id
  await admin.unsafe(`
    create function public.fail() returns trigger language plpgsql as $$
      begin raise exception 'Planted.'; end $$;
    create trigger planted before update on public.api_tokens
      for each row when (new.id = '${broken}') execute function public.fail();`)
  jobs.start()
  await vi.waitFor(async () => expect(await toldOf()).toEqual(['Nightly']), PATIENTLY)
  await vi.waitFor(async () => expect(await failing()).toEqual([`token ${broken}`]), PATIENTLY)

  await admin`drop trigger planted on public.api_tokens`
  await untilTold('2027-04-01T13:00Z', ['Broken', 'Nightly'])
  await untilTold('2027-04-07T13:00Z', ['Broken', 'Broken', 'Nightly', 'Nightly'])
})
