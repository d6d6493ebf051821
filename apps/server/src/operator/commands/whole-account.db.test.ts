import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUnits } from '@cairn/jobs/units'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { arrangePerson } from '@cairn/testing/people'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listZip } from '../../archives/zip/read-zip.ts'
import { deleteAccounts } from '../../jobs/delete-accounts.ts'
import { scriptedOperator, settingsFor } from '../scripted-operator.ts'

let database: TestDatabase
let admin: postgres.Sql
let accounts: Pool
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-export-'))
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  accounts = openPool({ target: database.authAdmin, size: 2, name: 'deletion' })
  for (const email of ['ada@acme.example', 'ben@acme.example', 'rita@rival.example'])
    await arrangePerson(admin, { email, name: 'Somebody' })
  await admin`insert into public.systems (account_id, name) select id, 'Payroll' from public.accounts`
})

afterAll(async () => {
  await Promise.all([admin.end(), accounts.close()])
  await database.drop()
  rmSync(folder, { recursive: true })
})

const give = (words: readonly string[], answer?: string) =>
  scriptedOperator({ env: settingsFor(database.admin) }).give(words, answer)

describe('export-account', () => {
  it('writes an archive that its owner alone reads, and tells the admins', async () => {
    const file = join(folder, 'acme.zip')
    const { code, printed } = await give(['export-account', 'Acme', file])
    expect([code, printed]).toEqual([0, expect.stringMatching(/^Wrote Acme to \S+: \d+ lines, \d+ bytes\./)])
    const zip = readFileSync(file)
    const names = await listZip({
      size: zip.length,
      read: async (at, length) => zip.subarray(at, at + length),
    })
    expect(names.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['account.jsonl', 'people.jsonl', 'systems.jsonl', 'manifest.json']),
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(
      await admin`
        select a.name, l.resource_id from public.security_audit_log l join public.accounts a on a.id = l.account_id
        where l.action = 'archive_downloaded'`,
    ).toEqual([{ name: 'Acme', resource_id: 'by the operator' }])
  })

  it('writes over no file, and leaves none where it fails', async () => {
    const before = readFileSync(join(folder, 'acme.zip'))
    expect((await give(['export-account', 'Rival', join(folder, 'acme.zip')])).said).toMatch(
      'is there already.',
    )
    expect(readFileSync(join(folder, 'acme.zip')).equals(before)).toBe(true)
    expect(await give(['export-account', 'Rival', join(folder, 'none', 'rival.zip')])).toMatchObject({
      code: 1,
    })
    expect(readdirSync(folder)).toEqual(['acme.zip'])
  })
})

describe('delete-account', () => {
  /** Runs the job of a server that deletes accounts. */
  async function deleteDue(): Promise<void> {
    const job = deleteAccounts(privileged(accounts), () => {})
    const units = createUnits({
      store: {
        failingItems: async () => new Map(),
        noteFailure: async () => 1,
        forgetFailure: async () => {},
      },
      job: job.name,
      account: null,
      describe: String,
      observe: () => {},
      stopping: new AbortController().signal,
    })
    for (const account of await job.accounts()) await job.run(account, units)
  }

  const names = async (table: 'accounts' | 'users') =>
    table === 'accounts'
      ? (await admin`select name from public.accounts order by 1`).map(({ name }) => name)
      : (await admin`select email from auth.users order by 1`).map(({ email }) => email)

  it('asks, waits for seven days, and can be undone', async () => {
    expect((await give(['delete-account', 'Acme'], 'acme')).said).toMatch(
      'In seven days the account Acme is gone for good, with all that it holds and the users of all who are members then (now 2).',
    )
    expect((await give(['delete-account', 'Acme', '--cancel'])).said).toBe('Nothing was arranged for Acme.\n')
    expect((await give(['delete-account', 'Acme'], 'Acme')).printed).toMatch(/^Acme is deleted after 2/)
    expect((await give(['delete-account', 'Acme', '--cancel'])).printed).toBe('Acme stays.\n')
    expect(await admin`select from private.accounts_to_delete`).toHaveLength(0)
  })

  it('deletes it then with its members, and nothing else', async () => {
    await give(['delete-account', 'Acme', '--yes'])
    const [arranged] = await admin`
      select due_at - now() between interval '6 days 23 hours' and interval '7 days' as in_a_week
      from private.accounts_to_delete`
    expect(arranged).toEqual({ in_a_week: true })
    await deleteDue()
    expect(await names('accounts')).toEqual(['Acme', 'Rival'])

    await admin`update private.accounts_to_delete set due_at = now()`
    await deleteDue()
    await deleteDue()
    expect(await names('accounts')).toEqual(['Rival'])
    expect(await names('users')).toEqual(['rita@rival.example'])
    expect(await admin`select name from public.systems`).toHaveLength(1)
    expect(
      await admin`
        select payload -> 'traits' ->> 'members' as members from auth.audit_log_entries
        where payload -> 'traits' ->> 'by' = 'the server, as arranged'`,
    ).toEqual([{ members: '2' }])
  })
})
