import { readdirSync } from 'node:fs'
import { bootstrap } from '@cairn/postgres/bootstrap'
import { migrate, pendingMigrations } from '@cairn/postgres/migrate'
import { earlierDatabases, loadEarlierDatabase } from '@cairn/testing/earlier-databases'
import { AUTH, PRODUCT, TEST_SECRET, type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { testAdmin } from '@cairn/testing/test-server'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogueOf } from '../installation/catalogue.ts'

let fresh: TestDatabase
let expected: string[]

beforeAll(async () => {
  fresh = await testDatabase('product')
  expected = await inDatabase(fresh.admin.database, objectsOf)
})

afterAll(() => fresh.drop())

async function inDatabase<T>(database: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({
    ...testAdmin(),
    database,
    ssl: false,
    max: 1,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * The definition of a trigger can read differently after it went through a dump, with the same meaning: a comparison of
 * rows becomes one of their columns. Each is made once more from its definition, so that both sides read the same.
 */
const RESPELLED = `
  do $$
  declare
    found record;
  begin
    for found in
      select t.tgname as name, t.tgrelid::regclass as relation, pg_get_triggerdef(t.oid) as definition,
        obj_description(t.oid, 'pg_trigger') as comment
      from pg_trigger t
      where t.tgqual is not null and not t.tgisinternal
    loop
      execute format('drop trigger %I on %s', found.name, found.relation);
      execute found.definition;
      execute format('comment on trigger %I on %s is %L', found.name, found.relation, found.comment);
    end loop;
  end
  $$`

async function objectsOf(sql: postgres.Sql): Promise<string[]> {
  await sql.unsafe(RESPELLED)
  return catalogueOf(sql)
}

const rowsOf = (sql: postgres.ISql) =>
  sql`
    select 'people' as what, count(*)::int as rows from auth.users union all
    select 'members', count(*)::int from public.account_members union all
    select 'systems', count(*)::int from public.systems union all
    select 'solutions', count(*)::int from public.solutions union all
    select 'agents', count(*)::int from public.agents union all
    select 'automations', count(*)::int from public.automations union all
    select 'articles', count(*)::int from public.knowledge_articles union all
    select 'invitations', count(*)::int from public.pending_invitations`

it('there is a database of an earlier version', () => {
  expect(earlierDatabases()).not.toEqual([])
})

describe.each(earlierDatabases())('the database of an earlier version, %s', (name) => {
  const target = { ...testAdmin(), database: `earlier_${name.replaceAll('-', '_')}` }
  const migrations = [AUTH, PRODUCT]

  beforeAll(() => loadEarlierDatabase(target, name))
  afterAll(() => inDatabase('postgres', (sql) => sql`drop database ${sql(target.database)} with (force)`))

  it('lacks exactly the migrations that are newer', async () => {
    const [product = '', accounts = ''] = name.split('-')
    const newer = [
      { directory: AUTH.directory, than: accounts },
      { directory: PRODUCT.directory, than: product },
    ].flatMap(({ directory, than }) =>
      readdirSync(directory)
        .filter((file) => file.endsWith('.sql') && (file.split('_')[0] ?? '') > than)
        .toSorted(),
    )
    expect(await pendingMigrations(target, migrations)).toEqual(newer)
  })

  it('keeps its rows, and ends with the objects of a new installation', async () => {
    const before = await inDatabase(target.database, rowsOf)
    await bootstrap(target, TEST_SECRET)
    await migrate(target, migrations)
    expect(await inDatabase(target.database, rowsOf)).toEqual(before)
    const found = await inDatabase(target.database, objectsOf)
    expect(found.filter((line) => !expected.includes(line))).toEqual([])
    expect(expected.filter((line) => !found.includes(line))).toEqual([])
    expect(await pendingMigrations(target, migrations)).toEqual([])
  })
})
