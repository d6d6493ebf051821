import { createHash } from 'node:crypto'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../src/pool/connections.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import type { BatchRunner, BatchStatement } from '../src/wire/batch.ts'
import { isLostConnection, postgresFailure } from '../src/wire/errors.ts'

let database: TestDatabase
let admin: postgres.Sql
let pool: Pool

beforeAll(async () => {
  database = await testDatabase('roles')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  pool = openPool({ target: database.admin, size: 1, name: 'test batch' })
  await admin`create table public.notes (id integer primary key, body text)`
})

afterAll(async () => {
  await pool.close()
  await admin.end()
  await database.drop()
})

const statement = (text: string, ...values: (string | null)[]): BatchStatement => ({
  text,
  values,
  prepare: true,
})

function onConnection<T>(use: (batches: BatchRunner, connection: Connection) => Promise<T>): Promise<T> {
  return pool.run((connection) => use(connection.batches, connection))
}

describe('a batch', () => {
  it('gives the rows of its last statement as texts', async () => {
    const select = statement(
      'select n::integer, $1::text as word, null as nothing, $2::boolean as yes from generate_series(1, 2) n',
      'é🜁',
      'true',
    )
    const rows = await onConnection((batches) => batches.run([statement('select 1 as other'), select]))
    expect(rows).toEqual([
      { n: '1', word: 'é🜁', nothing: null, yes: 't' },
      { n: '2', word: 'é🜁', nothing: null, yes: 't' },
    ])
  })

  it('may be asked again, with other values and for much more than fits one packet', async () => {
    const ask = (length: string) =>
      onConnection((batches) => batches.run([statement("select repeat('x', $1::integer) as x", length)]))
    for (const length of ['0', '3', '2000000'])
      expect((await ask(length))[0]?.['x']).toHaveLength(Number(length))
  })

  it('carries values of any length, and the same again in short', async () => {
    const digest = (value: string) =>
      onConnection((batches) =>
        batches.run([
          statement('select length($1::text) as other', value),
          statement('select length($1::text), md5($1::text), $2::text as last', value, 'end'),
        ]),
      )
    for (const value of ['', 'é🜁', 'é'.repeat(4_096), 'a🜁'.repeat(500_000), 'é🜁']) {
      const md5 = createHash('md5').update(value).digest('hex')
      expect(await digest(value)).toEqual([{ length: String([...value].length), md5, last: 'end' }])
    }
  })

  it('is one transaction: what fails undoes what went before', async () => {
    const insert = statement("insert into public.notes values ($1::integer, 'a')", '1')
    const failed = onConnection((batches) => batches.run([insert, statement('select 1 / 0')]))
    await expect(failed.catch((error: unknown) => postgresFailure(error))).resolves.toMatchObject({
      code: '22012',
      message: 'division by zero',
    })
    expect(await admin`select * from public.notes`).toEqual([])
    await onConnection((batches) => batches.run([insert, statement('select 1')]))
    expect(await admin`select id from public.notes`).toEqual([{ id: 1 }])
    const again = await onConnection((batches) => batches.run([insert])).catch((error: unknown) =>
      postgresFailure(error),
    )
    expect(again).toMatchObject({ code: '23505', constraint: 'notes_pkey', table: 'notes', schema: 'public' })
  })

  it('keeps settings no longer than itself', async () => {
    const set = statement("select set_config('statement_timeout', '50', true)")
    const slow = onConnection((batches) => batches.run([set, statement('select pg_sleep(5)')]))
    expect(postgresFailure(await slow.catch((error: unknown) => error))?.code).toBe('57014')
    const [row] = await onConnection((batches) =>
      batches.run([statement("select current_setting('statement_timeout') as t")]),
    )
    expect(row).toEqual({ t: '0' })
  })

  it('is prepared again when its tables have changed or the connection forgot it', async () => {
    const all = () => onConnection((batches) => batches.run([statement('select * from public.notes')]))
    expect(await all()).toEqual([{ id: '1', body: 'a' }])
    await admin`alter table public.notes add column more text default 'b'`
    expect(await all()).toEqual([{ id: '1', body: 'a', more: 'b' }])
    await onConnection((_, connection) => connection.sql.unsafe('deallocate all'))
    expect(await all()).toEqual([{ id: '1', body: 'a', more: 'b' }])
  })

  it('is kept prepared up to a limit', async () => {
    const kept = await onConnection(async (batches) => {
      for (let n = 0; n < 40; n += 1)
        await batches.run([statement(`select ${n} as n, '${'x'.repeat(8000)}' as x`)])
      return batches.run([statement('select sum(length(statement)) as bytes from pg_prepared_statements')])
    })
    expect(Number(kept[0]?.['bytes'])).toBeLessThan(140 * 1024)
  })

  it('leaves nothing prepared behind that failed, is outdated, or stands twice in a batch', async () => {
    const count = () =>
      onConnection((batches) =>
        batches.run([{ ...statement('select count(*) as n from pg_prepared_statements'), prepare: false }]),
      )
    const all = () => onConnection((batches) => batches.run([statement('select * from public.notes')]))
    await all()
    const before = await count()
    for (let n = 0; n < 30; n += 1) {
      const good = statement(`select ${n}`)
      const batch = [good, statement(`select ${n} / 0`), statement(`select nonsense${n}`)]
      await expect(onConnection((batches) => batches.run(batch))).rejects.toThrow()
      await admin`alter table public.notes add column ${admin(`more${n}`)} text`
      await all()
      await onConnection((batches) => batches.run([statement('select 3 as n'), statement('select 3 as n')]))
    }
    // A statement for each text that ran is left: those of the table and of the pair; the count itself is never kept.
    await all()
    const after = await count()
    expect(Number(after[0]?.['n'])).toBeLessThanOrEqual(Number(before[0]?.['n']) + 1)
  })

  it('leaves the connection to the driver afterwards', async () => {
    await onConnection(async (batches, connection) => {
      await batches.run([statement('select 1')])
      expect([...(await connection.sql.unsafe('select 2 as two'))]).toEqual([{ two: 2 }])
      await batches.run([statement('select 1')])
    })
  })

  it('fails at once when its connection is cut, and another one serves the next', async () => {
    await onConnection(async (batches, connection) => {
      const [backend] = await connection.sql.unsafe('select pg_backend_pid() as pid')
      // Caught from the beginning: it may fail before the other connection hears that its statement is done.
      const lost = batches.run([statement('select pg_sleep(30)')]).catch((error: unknown) => error)
      await admin`select pg_terminate_backend(${backend?.['pid']})`
      expect(isLostConnection(await lost)).toBe(true)
    })
    expect(await onConnection((batches) => batches.run([statement('select 1 as one')]))).toEqual([
      { one: '1' },
    ])
  })
})
