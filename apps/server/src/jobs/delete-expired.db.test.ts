import { expiredIn } from '@cairn/auth/store/expired'
import type { Units } from '@cairn/jobs/units'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { arrangePerson } from '@cairn/testing/people'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Observe } from '../observe/events.ts'
import { parseConfig, type Retention } from '../settings/config.ts'
import { deleteExpired } from './delete-expired.ts'
import { deleteInBatches } from './delete-in-batches.ts'

let database: TestDatabase
let admin: postgres.Sql
let accounts: Pool

beforeAll(async () => {
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  accounts = openPool({ target: database.authAdmin, size: 2, name: 'retention' })
})

afterAll(async () => {
  await Promise.all([admin.end(), accounts.close()])
  await database.drop()
})

/** Adds one row of each kind for each age, in days. */
async function arrangeRows(ages: readonly number[]): Promise<void> {
  const { id } = await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })
  await admin`delete from public.security_audit_log`
  for (const age of ages) {
    const at = new Date(Date.now() - age * 86_400_000)
    await admin`
      insert into auth.sessions (id, user_id, created_at, not_after)
      values (gen_random_uuid(), ${id}, ${at}, ${at})`
    await admin`insert into auth.audit_log_entries (payload, created_at) values ('{}', ${at})`
    await admin`
      insert into public.security_audit_log (account_id, action, resource_type, created_at)
      select account_id, 'tested', 'test', ${at} from public.account_members`
    await admin`
      insert into public.login_attempts (email, success, attempted_at, source)
      values ('nobody@acme.example', false, ${at}, 'server')`
    await admin`
      insert into public.record_history (account_id, kind, record_id, record_name, action, changed_at)
      select account_id, 'system', gen_random_uuid(), 'Billing', 'created', ${at} from public.account_members`
    await admin`
      insert into public.binned_records (account_id, kind, record_id, name, record, deleted_at)
      select account_id, 'system', gen_random_uuid(), 'Billing', '{}', ${at} from public.account_members`
    await admin`
      insert into private.kept_answers (account_id, user_id, holder, key, fingerprint, status, headers, kept_at)
      select account_id, user_id, '', ${String(age)}, 'x', 201, '[]', ${at}::timestamptz + interval '12 hours'
      from public.account_members`
    await admin`
      with beat as (
        insert into public.heartbeats (account_id, kind, record_id)
        select account_id, 'automation', gen_random_uuid() from public.account_members
        returning id, account_id
      ), day as (
        insert into public.run_days (account_id, heartbeat_id, day) select account_id, id, ${at}::date from beat
      )
      insert into public.runs (account_id, heartbeat_id, number, outcome, at)
      select account_id, id, number, 'success', ${at} from beat, generate_series(1, 2) as number`
  }
  await admin`delete from public.security_audit_log where action <> 'tested'`
}

/** Nothing fails here. */
const UNITS: Units = {
  async each({ find, work }) {
    const keys = await find([])
    if (keys.length > 0) await work(keys)
    return keys.length
  },
  part: (_, work) => work(),
  stopping: new AbortController().signal,
}

/** Runs all deleting jobs once; returns the number of rows that they report. */
async function deleteAll(retention: Retention): Promise<number> {
  const server = privileged(accounts)
  let rows = 0
  for (const kind of expiredIn(server, retention.audit))
    if (['session', 'entry of the log'].includes(kind.what)) rows += await deleteInBatches(UNITS, kind)
  const observe: Observe = (event) => {
    if (event.kind === 'purged') rows += event.rows
  }
  for (const job of deleteExpired({ database: server, retention, observe })) {
    if (job.kind === 'shared') await job.run(UNITS)
    else for (const account of await job.accounts()) while (await job.run(account, UNITS));
  }
  return rows
}

const rowsLeft = async () => {
  const [row] = await admin`
    select
      (select count(*)::int from auth.sessions) as sessions,
      (select count(*)::int from auth.audit_log_entries) as operators,
      (select count(*)::int from public.security_audit_log) as audit,
      (select count(*)::int from public.record_history) as history,
      (select count(*)::int from public.binned_records) as bin,
      (select count(*)::int from public.login_attempts) as "signIns",
      (select count(*)::int from public.runs) as runs,
      (select count(*)::int from private.kept_answers) as answers,
      (select count(*)::int from public.run_days) as "runDays"`
  return row
}

const emptied = async () =>
  (await admin`select action, details from public.security_audit_log where action = 'bin_expired'`).map(
    (row) => ({ ...row }),
  )

describe('an expired row', () => {
  it('is deleted by the setting of its kind, however many there are', async () => {
    await arrangeRows([1, 20, 40, 80, 200, 800])
    const { retention } = parseConfig({
      KEEP_AUDIT_DAYS: '90',
      KEEP_SIGN_INS_DAYS: '60',
      KEEP_HISTORY_DAYS: '100',
      KEEP_BIN_DAYS: '30',
      KEEP_RUNS_DAYS: '30',
    })
    await admin`
      insert into public.record_history (account_id, kind, record_id, record_name, action, changed_at)
      select account_id, 'system', gen_random_uuid(), 'Billing', 'created', now() - interval '1 year'
      from public.account_members, generate_series(1, 1200)`
    expect(await deleteAll(retention)).toBe(6 + 2 + 2 + 1202 + 4 + 3 + 8 + 5)
    expect(await rowsLeft()).toEqual({
      ...{ sessions: 0, operators: 4, audit: 5, history: 4, bin: 2, signIns: 3, runs: 4 },
      ...{ runDays: 6, answers: 1 },
    })
    expect(await emptied()).toEqual([{ action: 'bin_expired', details: { records: 4, days: 30 } }])
    expect(await deleteAll(retention)).toBe(0)
  })

  it('of the audit log is kept for at least 90 days, whoever asks', async () => {
    expect(() => parseConfig({ KEEP_AUDIT_DAYS: '89' })).toThrow(/KEEP_AUDIT_DAYS.*90/s)
    const [kept] = await admin`select public.delete_expired('audit', 1) as deleted`
    expect(kept).toEqual({ deleted: 0 })
    await admin`update public.security_audit_log set created_at = created_at - interval '91 days'`
    const [old] = await admin`select public.delete_expired('audit', 1) > 0 as deleted`
    expect(old).toEqual({ deleted: true })
  })

  it.each([
    ['auth.audit_log_entries', 'created_at'],
    ['public.security_audit_log', 'created_at'],
    ['public.record_history', 'changed_at'],
    ['public.binned_records', 'deleted_at'],
    ['public.login_attempts', 'attempted_at'],
    ['public.runs', 'at'],
    ['private.kept_answers', 'kept_at'],
  ])('is found in %s by an index', async (table, column) => {
    const [index] = await admin`
      select from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${table}::regclass and a.attname = ${column}`
    expect(index).toBeDefined()
  })
})
