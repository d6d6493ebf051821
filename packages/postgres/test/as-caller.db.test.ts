import { randomUUID } from 'node:crypto'
import { PATIENTLY } from '@cairn/testing/patience'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asCaller } from '../src/pool/as-caller.ts'
import type { Caller, CallerWork } from '../src/pool/caller.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import { DatabaseUnavailable, postgresFailure } from '../src/wire/errors.ts'

let database: TestDatabase
let admin: postgres.Sql
let pool: Pool

const person = { id: randomUUID(), session: randomUUID() }
const anon: Caller = { role: 'anon', claims: { role: 'anon' }, sessionId: null }
const signedIn: Caller = {
  role: 'authenticated',
  claims: { sub: person.id, role: 'authenticated' },
  sessionId: person.session,
}

beforeAll(async () => {
  database = await testDatabase('auth')
  admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
  pool = openPool({ target: database.authenticator, size: 2, name: 'test' })
  await admin`insert into auth.users (id, email) values (${person.id}, 'someone@example.test')`
  await admin`insert into auth.sessions (id, user_id) values (${person.session}, ${person.id})`
  await admin`create table public.notes (id int primary key, owner uuid default auth.uid())`
  await admin`alter table public.notes enable row level security`
  await admin`create policy own on public.notes using (owner = auth.uid())`
  await admin`grant usage on schema public to authenticated`
  await admin`grant select, insert on public.notes to authenticated`
})

afterAll(async () => {
  await pool.close()
  await admin.end()
  await database.drop()
})

const work = (text: string, values: CallerWork['statement']['values'] = []): CallerWork => ({
  statement: { text, values },
  readOnly: false,
  request: { method: 'GET', path: '/notes', headers: { 'x-forwarded-for': '203.0.113.9' } },
})

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'nothing was refused',
    (error: unknown) => postgresFailure(error)?.code ?? error,
  )

describe('asCaller', () => {
  it('keeps the statements of callers prepared, whatever other pools have prepared', async () => {
    const others = openPool({ target: database.authenticator, size: 1, name: 'others' })
    for (let length = 0; others.fitsPrepared(`select ${'1'.padStart(4_000 + length, ' ')}`); length += 1);
    await others.close()
    const alone = openPool({ target: database.authenticator, size: 1, name: 'alone' })
    expect(alone.fitsPrepared(`select ${'2'.padStart(8_000, ' ')}`)).toBe(true)
    await alone.close()
  })

  it('keeps the statements of callers prepared, and none of strangers', async () => {
    const alone = openPool({ target: database.authenticator, size: 1, name: 'alone' })
    try {
      await asCaller(alone, signedIn, work('select $1::text as of_a_person', ['x']))
      await asCaller(
        alone,
        { ...signedIn, isStranger: true },
        work('select $1::text as of_a_stranger', ['x']),
      )
      const kept = work(
        `select statement from pg_prepared_statements where statement like 'select $1::text as of_a%'`,
      )
      expect(await asCaller(alone, signedIn, kept)).toEqual([{ statement: 'select $1::text as of_a_person' }])
    } finally {
      await alone.close()
    }
  })

  it('runs as the role, with the claims and the request of the caller', async () => {
    const [row] = await asCaller(
      pool,
      signedIn,
      work(`select current_user::text as role, auth.uid() as uid, current_setting('request.method') as method,
        current_setting('request.headers')::json ->> 'x-forwarded-for' as sender`),
    )
    expect(row).toEqual({ role: 'authenticated', uid: person.id, method: 'GET', sender: '203.0.113.9' })
  })

  it('runs in the role that the work has, and keeps the statement prepared for each role', async () => {
    const alone = openPool({ target: database.authenticator, size: 1, name: 'alone' })
    try {
      const asked = work('select current_user::text as role')
      for (const asTexts of [{}, { asTexts: true } as const]) {
        const statement = { ...asked.statement, ...asTexts }
        expect(await asCaller(alone, signedIn, { ...asked, statement })).toEqual([{ role: 'authenticated' }])
        expect(await asCaller(alone, signedIn, { ...asked, statement, role: 'service_role' })).toEqual([
          { role: 'service_role' },
        ])
      }
      const kept = work(
        `select distinct statement from pg_prepared_statements where statement like 'select current_user%' order by 1`,
      )
      expect(await asCaller(alone, signedIn, kept)).toEqual([
        { statement: 'select current_user::text as role' },
        { statement: 'select current_user::text as role -- service_role' },
      ])
    } finally {
      await alone.close()
    }
  })

  it('leaves nothing of one caller to the next on the same connection', async () => {
    const one = openPool({ target: database.authenticator, size: 1, name: 'test' })
    await asCaller(one, signedIn, work('select 1'))
    const [row] = await asCaller(one, anon, work('select current_user::text as role, auth.uid() as uid'))
    expect(row).toEqual({ role: 'anon', uid: null })
    await one.close()
  })

  it('keeps what was written, and lets row security decide who sees it', async () => {
    await asCaller(pool, signedIn, work('insert into public.notes (id) values ($1::int)', [1]))
    const claims = { sub: randomUUID(), role: 'authenticated' }
    const other: Caller = { ...signedIn, claims, sessionId: null }
    expect(await asCaller(pool, signedIn, work('select id from public.notes'))).toEqual([{ id: 1 }])
    expect(await asCaller(pool, other, work('select id from public.notes'))).toEqual([])
    expect(await refusal(asCaller(pool, anon, work('select id from public.notes')))).toBe('42501')
  })

  it('refuses a session that has ended, and does nothing for it', async () => {
    const ended: Caller = { ...signedIn, sessionId: randomUUID() }
    expect(await refusal(asCaller(pool, ended, work('insert into public.notes (id) values (2)')))).toBe(
      'PT401',
    )
    expect(await admin`select from public.notes where id = 2`).toHaveLength(0)
  })

  it('rolls back what `accept` does not accept', async () => {
    const insert = {
      ...work('insert into public.notes (id) values (3) returning id'),
      accept: () => {
        throw new Error('not wanted')
      },
    }
    await expect(asCaller(pool, signedIn, insert)).rejects.toThrow('not wanted')
    expect(await admin`select from public.notes where id = 3`).toHaveLength(0)
  })

  it('refuses writes of a caller who asked to read', async () => {
    const write = { ...work('insert into public.notes (id) values (4)'), readOnly: true }
    expect(await refusal(asCaller(pool, signedIn, write))).toBe('25006')
  })

  it('has no rights outside of a caller', async () => {
    const bare = postgres({ ...database.authenticator, ssl: false, max: 1 })
    expect(await refusal(bare`select id from public.notes`)).toBe('42501')
    expect(await refusal(bare`select id from auth.users`)).toBe('42501')
    await bare.end()
  })

  // More often than there are connections: none of them may stay lost.
  it.each([
    ['a statement', work('select pg_sleep(30)')],
    ['a statement, again', work('select pg_sleep(30)')],
    // The driver asks for its types first and holds back what comes after it.
    ['a statement with parameters', work('select pg_sleep($1::float8)', [30])],
    ['a statement with parameters, again', work('select pg_sleep($1::float8)', [30])],
  ])('works again after a connection was cut in the middle of %s', async (_what, sleep) => {
    const sleeping = asCaller(pool, signedIn, sleep)
    const cut = expect(sleeping).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect
      .poll(
        () => admin`
          select pg_terminate_backend(pid) from pg_stat_activity
          where query like '%pg_sleep(%' and pid <> pg_backend_pid() and state = 'active'
            and datname = current_database()`,
        PATIENTLY,
      )
      .toHaveLength(1)
    await cut
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => asCaller(pool, signedIn, work('select $1::int as n', [n]))),
    )
    expect(answers.map(([row]) => row?.['n'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('says that the database is away when nothing answers', async () => {
    const nowhere = openPool({ target: { ...database.authenticator, port: 1 }, size: 1, name: 'test' })
    await expect(asCaller(nowhere, anon, work('select 1'))).rejects.toBeInstanceOf(DatabaseUnavailable)
    await nowhere.close(0)
  })

  it('mixes callers over few connections without ever mixing their answers', async () => {
    const callers = Array.from({ length: 4 }, () => randomUUID())
    const seen = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const sub = callers[n % callers.length]
        const caller: Caller = { ...signedIn, claims: { sub, role: 'authenticated' } }
        const text = n % 7 === 0 ? 'select 1/0' : 'select auth.uid()::text as uid'
        const rows = await asCaller(pool, caller, work(text)).catch(() => null)
        return rows === null || rows[0]?.['uid'] === sub
      }),
    )
    expect(seen).not.toContain(false)
  })
})
