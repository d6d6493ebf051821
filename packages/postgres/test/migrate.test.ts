import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MigrationFailed, migrate, SUPABASE_HISTORY } from '../src/migrate.ts'

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
    expect(await history()).toHaveLength(1)
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
})
