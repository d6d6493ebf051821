import { readdirSync } from 'node:fs'
import { bootstrap } from '@cairn/postgres/bootstrap/bootstrap'
import { migrate, pendingMigrations } from '@cairn/postgres/migrate/migrate'
import { earlierDatabases, loadEarlierDatabase, TOO_OLD_DATABASES } from '@cairn/testing/earlier-databases'
import { AUTH, PRODUCT, TEST_SECRET, type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { testAdmin } from '@cairn/testing/test-server'
import { firstOf } from '@cairn/testing/tier'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../installation/catalogue.ts'
import { inDatabase } from '../support/databases.ts'
import { objectsOf } from './objects.ts'
import { inOneForm, rowsOf } from './rows.ts'

const MIGRATIONS = [AUTH, PRODUCT]

/** What every kept database has rows of. */
const FILLED = [
  'public.record_history',
  'public.binned_records',
  'public.handovers',
  'auth.mail_queue',
  'public.acts',
  'public.api_tokens',
  'public.archive_imports',
  'public.archives',
  'public.departed_owners',
  'public.found_records',
  'public.heartbeats',
  'public.imports',
  'public.import_rows',
  'public.own_fields',
  'public.pending_invitations',
  'public.runs',
  'public.service_accounts',
  'public.suggestions',
  'public.tags',
  'public.views',
  'public.webhooks',
  'private.archive_parts',
  'private.own_values',
  'private.token_secrets',
  'private.webhook_secrets',
]

let fresh: TestDatabase
let expected: string[]

beforeAll(async () => {
  fresh = await testDatabase('product')
  expected = await inDatabase(fresh.admin.database, objectsOf)
})

afterAll(() => fresh.drop())

const removeDatabase = (name: string) =>
  inDatabase('postgres', (sql) => sql`drop database if exists ${sql(name)} with (force)`)

it('there is a database of an earlier version', () => {
  expect(earlierDatabases()).not.toEqual([])
})

describe.each(firstOf(earlierDatabases().toReversed()))('the database of an earlier version, %s', (name) => {
  const target = { ...testAdmin(), database: `earlier_${name.replaceAll('-', '_')}` }

  beforeAll(() => loadEarlierDatabase(target, name))
  afterAll(() => removeDatabase(target.database))

  it('lacks exactly the migrations that are newer than it, the baseline apart', async () => {
    const [product = '', accounts = ''] = name.split('-')
    const newer = [
      { directory: AUTH.directory, than: accounts },
      { directory: PRODUCT.directory, than: product },
    ].flatMap(({ directory, than }) =>
      readdirSync(directory)
        .filter((file) => file.endsWith('.sql') && (file.split('_')[0] ?? '') > than)
        .filter((file) => !file.endsWith('_baseline.sql'))
        .toSorted(),
    )
    expect(await pendingMigrations(target, MIGRATIONS)).toEqual(newer)
  })

  it('keeps every row of every table, and ends with the objects of a new installation', async () => {
    const before = await inDatabase(target.database, rowsOf)
    for (const table of FILLED) expect(before[table]?.length, table).toBeGreaterThan(0)
    await bootstrap(target, TEST_SECRET)
    await migrate(target, MIGRATIONS)
    const after = await inDatabase(target.database, rowsOf)
    expect(inOneForm(after, before)).toEqual(inOneForm(before, after))
    expect(inOneForm(before, after)['experts']?.length).toBeGreaterThan(0)
    expect(inOneForm(before, after)['records']?.length).toBeGreaterThan(0)
    const found = await inDatabase(target.database, objectsOf)
    expect(found.filter((line) => !expected.includes(line))).toEqual([])
    expect(expected.filter((line) => !found.includes(line))).toEqual([])
    expect(await pendingMigrations(target, MIGRATIONS)).toEqual([])
  })
})

describe.each(TOO_OLD_DATABASES)('the database of a version from before the baseline, %s', (name) => {
  const target = { ...testAdmin(), database: 'earlier_too_old' }

  beforeAll(() => loadEarlierDatabase(target, name))
  afterAll(() => removeDatabase(target.database))

  it('is refused with the version to pass through, and stays as it is', async () => {
    const before = await inDatabase(target.database, catalogueOf)
    await expect(migrate(target, MIGRATIONS)).rejects.toThrow(
      'This database was made by a version of Cairn before Cairn 0.2.0 (commit f3250de). Start Cairn 0.2.0 (commit f3250de) once',
    )
    expect(await inDatabase(target.database, catalogueOf)).toEqual(before)
  })
})
