import { randomBytes } from 'node:crypto'
import { createAuth } from '@cairn/auth/auth'
import type { JobFailed } from '@cairn/jobs/events'
import { listJobs } from '@cairn/jobs/list'
import { createJobRunner, type JobRunner } from '@cairn/jobs/runner'
import { openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { openMailbox } from '@cairn/testing/mailbox'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDelivery } from '../delivery/open-delivery.ts'
import { openWebhooks } from '../delivery/open-webhooks.ts'
import { createNotices } from '../notices/notices.ts'
import { createUnsubscribeLinks } from '../notices/unsubscribe-links.ts'
import { parseConfig } from '../settings/config.ts'
import { SUPABASE_FOLDER } from '../settings/paths.ts'
import { readSupabaseConfig } from '../supabase-project/supabase-config.ts'
import { allJobs } from './jobs.ts'

const PUBLIC_URL = 'https://cairn.test'
const secret = randomBytes(32)
/** A Monday, a few minutes after seven in UTC. */
const MONDAY = new Date('2027-03-29T07:05Z')
/** The jobs that work account by account and have something to do here. */
const TRIED = [
  'compare views',
  'count records',
  'delete expired history',
  'keep coverage',
  'queue digests',
  'queue notifications',
  'tell of renewals',
]

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 5, name: 'jobs' })
const mailbox = await openMailbox()
const failures: JobFailed[] = []
let jobs: JobRunner | null = null

beforeAll(async () => {
  for (const account of ['planted', 'acme', 'bolt']) await arrangeAccount(account)
  await plantFailures('planted')
})
afterAll(async () => {
  await jobs?.close()
  await Promise.all([admin.end(), pool.close(), mailbox.close()])
  await database.drop()
})

/**
 * An account with something to do for each job: a contract of Ada's renews; Mia wants a digest, watches a view, and was
 * told two minutes ago that she owns a system.
 */
async function arrangeAccount(account: string): Promise<void> {
  const ada = await arrangePerson(admin, { email: `ada@${account}.test`, name: 'Ada Example' })
  const mia = await arrangePerson(admin, { email: `mia@${account}.test`, name: 'Mia Example', level: 'user' })
  await admin.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: ada.id, role: 'authenticated' })}, true)`
    await tx`
      insert into public.systems (account_id, name, owner_id)
      select account_id, 'Ledger', ${mia.id} from public.account_members where user_id = ${mia.id}`
    await tx`
      insert into public.systems (account_id, name, owner_id, renews_on)
      select account_id, 'Rented', ${ada.id}, '2027-04-20' from public.account_members where user_id = ${ada.id}`
  })
  await admin`
    delete from public.notifications where kind <> 'owner_assigned' and user_id in (${ada.id}, ${mia.id})`
  await admin`update public.notifications set created_at = now() - interval '2 minutes' where mail_due`
  await admin`
    insert into public.notification_preferences (user_id, weekly_digest) values (${mia.id}, true)
    on conflict (user_id) do update set weekly_digest = true`
  await admin`update private.digest_times set due_at = '2027-03-29T07:00Z' where due_at is not null`
  await admin`
    insert into public.notifications (account_id, user_id, kind, number, in_app, created_at, mail_due)
    select account_id, ${mia.id}, 'level_changed', 1000, true, '2027-03-26T12:00Z', false
    from public.account_members where user_id = ${mia.id}`
  await admin`
    insert into public.views (account_id, kind, person_id, name)
    select account_id, 'system', user_id, 'All' from public.account_members where user_id = ${mia.id}`
  await admin`
    insert into public.view_settings (account_id, user_id, view_id, kind, watched)
    select account_id, person_id, id, kind, true from public.views where person_id = ${mia.id}`
  await admin`
    insert into public.record_history (account_id, kind, record_id, record_name, action, changed_at)
    select account_id, 'system', gen_random_uuid(), 'Billing', 'created', now() - interval '10 years'
    from public.account_members where user_id = ${mia.id}`
}

/** Every write of the jobs fails for this account. */
async function plantFailures(account: string): Promise<void> {
  const id = `(select account_id from public.profiles where email = 'ada@${account}.test')`
  const plant = (table: string, act: string, row: string, mine: string) => `
    create function public.fail_${act}_${table.replace('.', '_')}() returns trigger language plpgsql as $$
      begin
        if ${mine} then raise exception 'Planted: % fails.', tg_table_name; end if;
        return ${row};
      end $$;
    alter function public.fail_${act}_${table.replace('.', '_')}() security definer;
    create trigger planted before ${act} on ${table}
      for each row execute function public.fail_${act}_${table.replace('.', '_')}();`
  await admin.unsafe(
    [
      plant('private.record_counts', 'insert', 'new', `new.account_id = ${id}`),
      plant('private.renewals_told', 'insert', 'new', `new.account_id = ${id}`),
      plant('private.coverage_accounts', 'insert', 'new', `new.account_id = ${id}`),
      plant('private.view_contents', 'insert', 'new', `new.account_id = ${id}`),
      plant('public.record_history', 'delete', 'old', `old.account_id = ${id}`),
      plant('auth.mail_queue', 'insert', 'new', `new.recipient like '%@${account}.test'`),
    ].join('\n'),
  )
}

/** Starts all jobs of a server. */
async function startJobs(): Promise<JobRunner> {
  const { auth: accounts, notices: templates } = await readSupabaseConfig(SUPABASE_FOLDER)
  const settings = { ...accounts, siteUrl: PUBLIC_URL }
  const observe = () => {}
  const shared = { database: privileged(pool), publicUrl: PUBLIC_URL, secret, observe }
  const mail = { from: 'Cairn <cairn@cairn.test>', smtpUrl: mailbox.url, outboxDir: null }
  const delivery = openDelivery({ ...shared, mail, twilio: null, accounts: settings, notices: templates })
  const links = createUnsubscribeLinks({ publicUrl: PUBLIC_URL, secret })
  const runner = createJobRunner({
    database: shared.database,
    jobs: allJobs({
      database: shared.database,
      auth: await createAuth({
        ...shared,
        messages: delivery,
        settings,
        clock: await openDatabaseClock(shared.database, observe),
      }),
      delivery,
      tokenUses: null,
      secretChange: { turn: async () => {}, leave: async () => {} },
      webhooks: openWebhooks({ ...shared, allowed: [] }),
      notices: createNotices({ publicUrl: PUBLIC_URL, links, clock: () => MONDAY }),
      retention: parseConfig({}).retention,
      backups: null,
      observe,
    }),
    describe: String,
    observe: (event) => event.kind !== 'job-done' && failures.push(event),
  })
  runner.start()
  return runner
}

/** The operator's list of failures of accounts. */
const failing = async () =>
  (await privileged(pool).statement(listJobs)).filter(({ account_id }) => account_id !== null)

const accountsOf = async (rows: Promise<{ email: string }[]>) => (await rows).map(({ email }) => email)

test('an account for which every job fails keeps no other account waiting, and is listed', async () => {
  jobs = await startJobs()
  await vi.waitFor(async () => {
    expect([...new Set((await failing()).map(({ job }) => job))]).toEqual(TRIED)
  }, PATIENTLY)
  for (const email of ['mia@acme.test', 'mia@bolt.test']) {
    const subjects = [(await mailbox.next(email)).subject, (await mailbox.next(email)).subject]
    expect(subjects.toSorted()).toEqual(['Ada Example made you the owner of Ledger', 'Your week in Cairn'])
  }
  await vi.waitFor(async () => {
    const left = accountsOf(admin<{ email: string }[]>`
      select p.email from public.profiles p
      where p.email like 'ada@%' and (
        exists (select from private.records_to_count m where m.account_id = p.account_id)
        or not exists (select from private.coverage_accounts c where c.account_id = p.account_id)
        or not exists (select from private.view_contents c where c.account_id = p.account_id)
        or exists (
          select from public.record_history h
          where h.account_id = p.account_id and h.changed_at < now() - interval '9 years'
        )
      )`)
    expect(await left).toEqual(['ada@planted.test'])
  }, PATIENTLY)
  expect(mailbox.messages.flatMap(({ to }) => to ?? []).map(({ address }) => address)).not.toContain(
    'mia@planted.test',
  )
  for (const { item, state, attempts, error } of await failing()) {
    // Items with a key have three tries, which may be over by now.
    if (item === null) expect(state).toBe('retrying')
    expect(attempts).toBeGreaterThan(0)
    expect(error).toContain('Planted')
  }
})

test('its tries come to an end, and the operator sees for which jobs', async () => {
  await admin`
    update private.job_failures
    set state = 'retrying', attempts = case when item is null then 19 else 2 end, retry_at = now()`
  await admin`update private.jobs set due_at = now()`
  await vi.waitFor(async () => {
    const states = (await failing()).map(({ job, state }) => `${job}: ${state}`)
    expect([...new Set(states)]).toEqual(TRIED.map((job) => `${job}: failed`))
  }, PATIENTLY)
  const givenUp = new Set(failures.filter(({ kind }) => kind === 'job-given-up').map(({ job }) => job))
  expect([...givenUp].toSorted()).toEqual(TRIED)
})
