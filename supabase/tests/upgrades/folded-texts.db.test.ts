import { readMigrations } from '@cairn/postgres/migrate/migration-files'
import { PRODUCT, type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { connected } from '../support/databases.ts'

const FOLDS = '20261126210000'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase('auth')
})
afterAll(() => database.drop())

async function migrate(sql: postgres.Sql, which: (version: string) => boolean) {
  for (const { path, script } of await readMigrations(PRODUCT.directory)) {
    if (!which(path.split('/').at(-1)?.split('_')[0] ?? '')) continue
    await sql.unsafe(script)
    await sql.unsafe('reset all')
  }
}

it('a text of an own field that is longer when it is folded is kept by its first 200 characters', async () => {
  await connected(database.admin, async (sql) => {
    await migrate(sql, (version) => version < FOLDS)
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        with account as (
          insert into public.accounts (id, name) values (${ID.acme}, 'Acme')
        ),
        field as (
          insert into public.own_fields (account_id, kind, key, name, type)
          values (${ID.acme}, 'system', 'x', 'X', 'text') returning *
        ),
        made as (
          insert into public.systems (account_id, name, own)
          select ${ID.acme}, 'Long', jsonb_build_object('x', repeat('ß', 150)) returning *
        )
        insert into private.own_values (account_id, kind, record_id, field_id, text_value)
        select f.account_id, 'system', m.id, f.id, m.own ->> 'x' from field f, made m`
    })
    await migrate(sql, (version) => version >= FOLDS)
    const [row] = await sql`select text_value from private.own_values`
    expect(row?.['text_value']).toBe('s'.repeat(200))
  })
})
