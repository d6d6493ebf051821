import { randomUUID } from 'node:crypto'
import { PATIENTLY } from '@cairn/testing/patience'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asCaller } from '../src/pool/as-caller.ts'
import type { Caller } from '../src/pool/caller.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import { privileged } from '../src/pool/privileged.ts'
import { DatabaseUnavailable } from '../src/wire/errors.ts'

const GATE = 4242

let database: TestDatabase
let admin: postgres.Sql
let pool: Pool

beforeAll(async () => {
  database = await testDatabase('auth')
  admin = postgres({ ...database.admin, ssl: false, max: 3, onnotice: () => {} })
  pool = openPool({ target: database.authenticator, size: 4, name: 'test' })
  await admin`create table public.counters (id int primary key, hits int not null default 0)`
  await admin`grant usage on schema public to authenticated`
  await admin`grant select, update on public.counters to authenticated`
  // Two of these in opposite order deadlock as soon as both have passed the gate.
  await admin.unsafe(`
    create function public.count_both(one int, other int) returns text language plpgsql as $$
    begin
      update public.counters set hits = hits + 1 where id = one;
      perform pg_advisory_xact_lock_shared(${GATE});
      update public.counters set hits = hits + 1 where id = other;
      return 'counted';
    end
    $$`)
  await admin`grant execute on function public.count_both to authenticated`
})

afterAll(async () => {
  await pool.close()
  await admin.end()
  await database.drop()
})

beforeEach(async () => {
  await admin`delete from public.counters`
  await admin`insert into public.counters (id) values (1), (2)`
})

/** Starts all, and lets them go on only when each holds the lock that another one wants. */
async function atTheSameMoment<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const gate = await admin.reserve()
  await gate`select pg_advisory_lock(${GATE})`
  const both = Promise.all(work.map((start) => start()))
  await vi.waitFor(async () => {
    const waiting = await admin`select from pg_locks where objid = ${GATE} and not granted`
    expect(waiting).toHaveLength(work.length)
  }, PATIENTLY)
  await gate`select pg_advisory_unlock(${GATE})`
  gate.release()
  return both
}

const ORDERS = [
  [1, 2],
  [2, 1],
] as const

describe('two transactions that deadlock both succeed, and count once', () => {
  const caller: Caller = {
    role: 'authenticated',
    claims: { sub: randomUUID(), role: 'authenticated' },
    sessionId: null,
  }
  const request = { method: 'POST', path: '/rpc/count_both', headers: {} }

  test.each([
    ['in one message', { asTexts: true } as const],
    ['statement by statement', {}],
  ])('of callers, %s', async (_how, kind) => {
    const answers = await atTheSameMoment(
      ORDERS.map((order) => () => {
        const statement = {
          text: 'select public.count_both($1::int, $2::int) as said',
          values: order,
          ...kind,
        }
        return asCaller(pool, caller, { statement, readOnly: false, request })
      }),
    )
    expect(answers).toEqual([[{ said: 'counted' }], [{ said: 'counted' }]])
    expect(await admin`select hits from public.counters`).toEqual([{ hits: 2 }, { hits: 2 }])
  })

  test('through the privileged door', async () => {
    const door = privileged(pool)
    await atTheSameMoment(
      ORDERS.map(
        ([one, other]) =>
          () =>
            door.transaction(async (tx) => {
              await tx`set local role authenticated`
              return tx`select public.count_both(${one}, ${other})`
            }),
      ),
    )
    expect(await admin`select hits from public.counters`).toEqual([{ hits: 2 }, { hits: 2 }])
  })
})

describe('work on a connection', () => {
  const failure = (code: string) => Object.assign(new postgres.PostgresError('refused'), { code })

  test('fails with its third conflict', async () => {
    const work = vi.fn(() => Promise.reject(failure('40P01')))
    await expect(pool.run(work)).rejects.toMatchObject({ code: '40P01' })
    expect(work).toHaveBeenCalledTimes(3)
  })

  test.each(['23505', '42501', '57014', '08006'])('is not done again after %s', async (code) => {
    const work = vi.fn(() => Promise.reject(failure(code)))
    const thrown = await pool.run(work).catch((error: unknown) => error)
    expect(thrown instanceof DatabaseUnavailable ? thrown.cause : thrown).toMatchObject({ code })
    expect(work).toHaveBeenCalledTimes(1)
  })
})
