import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate, pendingMigrations, SUPABASE_HISTORY } from '../src/migrate/migrate.ts'
import { MigrationFailed } from '../src/migrate/migration-files.ts'

let database: TestDatabase
let sql: postgres.Sql
let directory: string

beforeEach(async () => {
  database = await testDatabase('roles')
  sql = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
  directory = mkdtempSync(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await sql.end()
  await database.drop()
  rmSync(directory, { recursive: true })
})

const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
}
const run = () => migrate(database.admin, [{ directory, history: SUPABASE_HISTORY }])
const history = () =>
  sql`select version, name, statements from supabase_migrations.schema_migrations order by version`

describe('migrate', () => {
  it('applies in the order of versions and keeps the history of the Supabase CLI', async () => {
    write({
      '20260102000000_second.sql': 'insert into things values (1);',
      '20260101000000_first.sql': 'create table things (id int);',
      'README.md': 'not a migration',
    })
    expect(await run()).toEqual(['20260101000000_first.sql', '20260102000000_second.sql'])
    expect(await history()).toEqual([
      { version: '20260101000000', name: 'first', statements: ['create table things (id int);'] },
      { version: '20260102000000', name: 'second', statements: ['insert into things values (1);'] },
    ])
    expect(await run()).toEqual([])
  })

  it('stops at a failing one with file, line and reason, and leaves nothing of it', async () => {
    write({
      '20260101000000_good.sql': 'create table things (id int);',
      '20260102000000_bad.sql':
        '-- a comment\ncreate table others (id int);\n\ninsert into things\n  values (nonsense);\n',
    })
    await expect(run()).rejects.toThrow(/20260102000000_bad\.sql:5: column "nonsense" does not exist/)
    expect(await sql`select to_regclass('others') as others`).toEqual([{ others: null }])
  })

  it('undoes the ones before a failing one too: the version before can start again', async () => {
    write({ '20260101000000_first.sql': 'create table things (id int);' })
    await run()
    write({
      '20260102000000_good.sql': 'alter table things add column name text;',
      '20260103000000_bad.sql': 'insert into things values (nonsense);',
    })
    await expect(run()).rejects.toThrow(MigrationFailed)
    rmSync(join(directory, '20260102000000_good.sql'))
    rmSync(join(directory, '20260103000000_bad.sql'))
    expect(await run()).toEqual([])
  })

  it('checks every folder before it applies anything of one', async () => {
    const accounts = { directory: mkdtempSync(join(tmpdir(), 'migrations-')), schema: 'accounts' }
    const sources = () => [
      { directory: accounts.directory, history: { schema: accounts.schema, table: 'schema_migrations' } },
      { directory, history: SUPABASE_HISTORY },
    ]
    try {
      write({ '20260101000000_first.sql': 'select 1;', '20260102000000_second.sql': 'select 2;' })
      writeFileSync(join(accounts.directory, '0001_people.sql'), 'create table people (id int);')
      await migrate(database.admin, sources())
      writeFileSync(join(accounts.directory, '0002_more.sql'), 'create table more (id int);')
      rmSync(join(directory, '20260102000000_second.sql'))
      await expect(migrate(database.admin, sources())).rejects.toThrow(/20260102000000.*newer/)
      expect(await sql`select to_regclass('more') as more`).toEqual([{ more: null }])
      expect(await sql`select version from accounts.schema_migrations`).toEqual([{ version: '0001' }])
    } finally {
      rmSync(accounts.directory, { recursive: true })
    }
  })

  it('lets no setting and no deferred check of one migration reach the next', async () => {
    write({
      '20260101000000_parents.sql': `
        create table parents (id int primary key);
        create table children (parent int references parents deferrable initially deferred);
        set role authenticator;
        set search_path = pg_catalog;`,
      '20260102000000_rows.sql': `
        set constraints all deferred;
        insert into children values (1);
        insert into parents values (1);`,
      '20260103000000_changed.sql': 'alter table children add column name text;',
    })
    expect(await run()).toHaveLength(3)
  })

  it('lets two servers that start together apply each migration once', async () => {
    write({ '20260101000000_slow.sql': 'select pg_sleep(0.2); create table things (id int);' })
    const outcomes = await Promise.all([run(), run()])
    expect(outcomes.flat()).toEqual(['20260101000000_slow.sql'])
  })

  it('refuses a database that is newer than the folder', async () => {
    write({ '20260101000000_first.sql': 'select 1;', '20260102000000_second.sql': 'select 2;' })
    await run()
    rmSync(join(directory, '20260102000000_second.sql'))
    await expect(run()).rejects.toThrow(MigrationFailed)
    await expect(run()).rejects.toThrow(/20260102000000.*newer/)
  })

  it('refuses a file that sorts before one that has been applied', async () => {
    write({ '20260102000000_second.sql': 'select 2;' })
    await run()
    write({ '20260101000000_late.sql': 'select 1;' })
    await expect(run()).rejects.toThrow(/20260101000000_late\.sql: sorts before/)
  })

  it('refuses by its name a file that has changed since it was applied, and changes nothing', async () => {
    write({ '20260101000000_first.sql': 'select 1;\nselect 2;\n' })
    await run()
    write({ '20260101000000_first.sql': 'select 1;\r\nselect 2;\r\n' })
    expect(await run(), 'how lines end is no change').toEqual([])
    write({
      '20260101000000_first.sql': 'select 3;\n',
      '20260102000000_second.sql': 'create table things (id int);',
    })
    await expect(run()).rejects.toThrow(/20260101000000_first\.sql has been changed/)
    expect(await sql`select to_regclass('things') as things`).toEqual([{ things: null }])
  })

  it('notes the checksums of a history that was kept without', async () => {
    write({ '20260101000000_first.sql': 'select 1;' })
    await run()
    await sql`alter table supabase_migrations.schema_migrations drop column checksum`
    expect(await run()).toEqual([])
    write({ '20260101000000_first.sql': 'select 2;' })
    await expect(run()).rejects.toThrow(/20260101000000_first\.sql has been changed/)
  })
})

describe('a baseline', () => {
  const EARLIER = {
    '20260101000000_first.sql': 'create table things (id int);',
    '20260102000000_second.sql': 'alter table things add column name text;',
  }
  const BASELINE = '-- Of both.\ncreate table things (id int, name text);\ncreate index on things (id);'

  /** Replaces both migrations by one, as a later version does. */
  async function squash() {
    const { migrations, checksums } = await recorded()
    for (const file of Object.keys(EARLIER)) rmSync(join(directory, file))
    write({
      '20260103000000_baseline.sql': BASELINE,
      'baseline.json': JSON.stringify({
        baseline: '20260103000000',
        from: 'Things 1.0',
        replaces: migrations.map((version, at) => ({ version, checksum: checksums[at] })),
      }),
    })
  }

  async function recorded() {
    const rows = await sql<{ version: string; checksum: string }[]>`
      select version, checksum from supabase_migrations.schema_migrations order by version`
    return { migrations: rows.map(({ version }) => version), checksums: rows.map(({ checksum }) => checksum) }
  }

  beforeEach(async () => {
    write(EARLIER)
    await run()
    await sql`insert into things values (1, 'kept')`
  })

  it('takes the place of the migrations that it replaces, and runs nothing', async () => {
    await squash()
    write({ '20260104000000_more.sql': 'alter table things add column size int;' })
    expect(await pendingMigrations(database.admin, [{ directory, history: SUPABASE_HISTORY }])).toEqual([
      '20260104000000_more.sql',
    ])
    expect(await run()).toEqual(['20260104000000_more.sql'])
    expect(await sql`select * from things`).toEqual([{ id: 1, name: 'kept', size: null }])
    expect((await history()).map(({ name }) => name)).toEqual(['baseline', 'more'])
    expect(await run()).toEqual([])
  })

  it('counts for a history without checksums too', async () => {
    await squash()
    await sql`update supabase_migrations.schema_migrations set checksum = null`
    expect(await run()).toEqual([])
    expect((await history()).map(({ name }) => name)).toEqual(['baseline'])
  })

  it('makes an empty database', async () => {
    await squash()
    await sql`drop table things`
    await sql`drop schema supabase_migrations cascade`
    expect(await run()).toEqual(['20260103000000_baseline.sql'])
  })

  it('refuses a database that has only some of them, and names the version to pass through', async () => {
    await squash()
    await sql`delete from supabase_migrations.schema_migrations where version = '20260102000000'`
    await expect(run()).rejects.toThrow(/before Things 1\.0\. Start Things 1\.0 once/)
    expect((await history()).map(({ name }) => name)).toEqual(['first'])
  })

  it('refuses a database of an earlier baseline in the same way', async () => {
    await squash()
    await sql`delete from supabase_migrations.schema_migrations where version = '20260102000000'`
    await sql`update supabase_migrations.schema_migrations set version = '20250101000000', name = 'older'`
    await expect(run()).rejects.toThrow(/before Things 1\.0\. Start Things 1\.0 once/)
    expect((await history()).map(({ name }) => name)).toEqual(['older'])
  })

  it('refuses a database that was made with another text of one of them', async () => {
    await squash()
    await sql`
      update supabase_migrations.schema_migrations set checksum = 'another' where version = '20260102000000'`
    await expect(run()).rejects.toThrow(/another migration 20260102000000 than the one/)
  })
})

describe('a migration that has to wait for a lock', () => {
  const holder = () =>
    postgres({ ...database.admin, ssl: false, max: 1, connection: { application_name: 'a backup' } })
  const patiently = (onWait: (reason: string) => void) =>
    migrate(database.admin, [{ directory, history: SUPABASE_HISTORY }], { withinMs: 1_000, onWait })
  const WHO = /process \d+ of Postgres \(user postgres, a backup\), in a transaction since \d{4}-\S+Z\./

  beforeEach(async () => {
    write({ '20260101000000_first.sql': 'create table things (id int);' })
    await run()
    write({ '20260102000000_second.sql': '-- more\nalter table things add column name text;' })
  })

  it('says for whom, and goes on when that one has ended', async () => {
    const backup = holder()
    const told = vi.fn()
    const migrated = await backup.begin(async (tx) => {
      await tx`select from things`
      const applied = patiently(told)
      await vi.waitFor(() => expect(told).toHaveBeenCalled(), PATIENTLY)
      return { applied }
    })
    expect(await migrated.applied).toEqual(['20260102000000_second.sql'])
    expect(told.mock.calls).toEqual([[expect.stringMatching(WHO)]])
    await backup.end()
  })

  it.each([
    ['what it changes', 'things', /20260102000000_second\.sql:2: waited 5 s for a lock of /],
    ['the history', 'supabase_migrations.schema_migrations', /^The migration waited 5 s for a lock of /],
  ])('gives up with the name of who holds %s, and changes nothing', async (_what, table, beginning) => {
    const backup = holder()
    await backup.begin(async (tx) => {
      await tx.unsafe(`lock table ${table} in access exclusive mode`)
      const blocked = patiently(() => {})
      await expect(blocked).rejects.toThrow(beginning)
      await expect(blocked).rejects.toThrow(WHO)
    })
    await backup.end()
    expect(await run()).toEqual(['20260102000000_second.sql'])
  })
})

describe('pendingMigrations', () => {
  const pending = () => pendingMigrations(database.admin, [{ directory, history: SUPABASE_HISTORY }])

  it('names what would be applied and changes nothing', async () => {
    write({ '20260101000000_first.sql': 'select 1;' })
    expect(await pending()).toEqual(['20260101000000_first.sql'])
    expect(await sql`select to_regnamespace('supabase_migrations') as schema`).toEqual([{ schema: null }])
    await run()
    write({ '20260102000000_second.sql': 'select 2;' })
    expect(await pending()).toEqual(['20260102000000_second.sql'])
  })

  it('refuses what would be refused', async () => {
    write({ '20260101000000_first.sql': 'select 1;' })
    await run()
    write({ '20260101000000_first.sql': 'select 2;' })
    await expect(pending()).rejects.toThrow(/20260101000000_first\.sql has been changed/)
  })
})
