import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { PATIENTLY } from '@cairn/testing/patience'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { asCaller } from '../src/pool/as-caller.ts'
import type { Caller } from '../src/pool/caller.ts'
import { openPool, type Pool } from '../src/pool/pool.ts'
import { privileged } from '../src/pool/privileged.ts'
import { DatabaseUnavailable } from '../src/wire/errors.ts'

/** Uncaught errors fail the run, so every test here also proves that the process survives. */

let database: TestDatabase
let admin: postgres.Sql
let pool: Pool

const NAME = 'test lost connections'
const SIZE = 3
const anon: Caller = { role: 'anon', claims: {}, sessionId: null }

beforeAll(async () => {
  database = await testDatabase('auth')
  admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
})

afterAll(async () => {
  await admin.end()
  await database.drop()
})

beforeEach(() => {
  pool = openPool({ target: database.authenticator, size: SIZE, name: NAME })
})

afterEach(async () => {
  await pool.close(0)
})

const connections = async () =>
  (await admin`select pid from pg_stat_activity where application_name = ${NAME}`).length

/** Ends sessions of the pool as a crash does: all, or those that match. Returns how many. */
const cut = async (query = '%') =>
  (
    await admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${NAME} and query like ${query}`
  ).length

const ask = (text = 'select 1') =>
  asCaller(pool, anon, {
    statement: { text, values: [], asTexts: true },
    readOnly: true,
    request: { method: 'GET', path: '/', headers: {} },
  })

it('a password that Postgres refuses is a database that is away, with the reason for the log', async () => {
  const refused = openPool({
    target: { ...database.authenticator, password: 'changed' },
    size: 1,
    name: NAME,
  })
  const cause = expect.objectContaining({ message: expect.stringMatching(/password authentication failed/) })
  await expect(refused.run(async () => 'served')).rejects.toEqual(
    expect.objectContaining({ name: 'DatabaseUnavailable', cause }),
  )
  await refused.close()
})

describe('a transaction whose connection dies', () => {
  it('between two statements is over, and the next one is served', async () => {
    const door = privileged(pool)
    const dying = door.transaction(async (tx) => {
      await tx`select 'first' as a`
      await cut()
      await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENTLY)
      return tx`select 'second' as b`
    })
    await expect(dying).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await door.transaction((tx) => tx`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('in the middle of several statements at once rejects all of them', async () => {
    const outcomes = privileged(pool).transaction((tx) =>
      Promise.allSettled([tx`select pg_sleep(${30})`, tx`select pg_sleep(${31})`, tx.unsafe('select 3')]),
    )
    // Expected from the beginning: it may fail before the other connection hears that the cut is done.
    const rejected = expect(outcomes).rejects.toBeInstanceOf(DatabaseUnavailable)
    await vi.waitFor(async () => expect(await cut('%pg_sleep(%')).toBe(1), PATIENTLY)
    await rejected
  })

  it('while it does something else has nothing to commit', async () => {
    const dying = privileged(pool).transaction(async (tx) => {
      await tx`create temporary table t (id int)`
      await cut()
      await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENTLY)
      return 'done'
    })
    await expect(dying).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

it('a transaction that goes on after a failed statement is not taken for committed', async () => {
  const careless = privileged(pool).transaction(async (tx) => {
    await tx`select 1 / 0`.catch(() => {})
    return 'done'
  })
  await expect(careless).rejects.toThrow(/was rolled back/)
})

it('connections never outnumber the pool, whatever dies, and none is left behind', async () => {
  const counts: number[] = []
  const door = privileged(pool)
  for (let round = 0; round < 20; round += 1) {
    const asked = Promise.allSettled(
      Array.from({ length: 4 * SIZE }, (_, n) =>
        n % 2 === 0 ? ask() : door.transaction((tx) => tx`select pg_sleep(0.02)`),
      ),
    )
    await cut()
    counts.push(await connections())
    await asked
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(SIZE)
  const answers = await Promise.all(Array.from({ length: 4 * SIZE }, () => ask('select 7 as n')))
  expect(answers.flat().every(({ n }) => n === '7')).toBe(true)
  expect(await connections()).toBeLessThanOrEqual(SIZE)
  await pool.close()
  expect(await connections()).toBe(0)
})

describe('a listener', () => {
  it('listens again after its connection died, and says so', async () => {
    const heard: string[] = []
    const again = vi.fn()
    await pool.listen('news', { onNotification: (payload) => heard.push(payload), onAgain: again })
    await admin`select pg_notify('news', 'first')`
    await vi.waitFor(() => expect(heard).toEqual(['first']), PATIENTLY)
    expect(await cut()).toBe(1)
    await vi.waitFor(() => expect(again).toHaveBeenCalledOnce(), PATIENTLY)
    await admin`select pg_notify('news', 'second')`
    await vi.waitFor(() => expect(heard).toEqual(['first', 'second']), PATIENTLY)
  })
})

/** AuthenticationOk and ReadyForQuery in Postgres' protocol. */
const HANDSHAKE = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

describe('a Postgres', () => {
  const held = new Set<Socket>()
  let behave: (socket: Socket, chunk: number) => void = () => {}
  let chunks = 0
  const false_ = createServer((socket) => {
    held.add(socket)
    chunks = 0
    socket.on('error', () => undefined)
    socket.on('data', () => {
      chunks += 1
      behave(socket, chunks)
    })
  })
  let target: TestDatabase['authAdmin']

  beforeAll(async () => {
    false_.listen(0, '127.0.0.1')
    await once(false_, 'listening')
    const address = false_.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens nowhere.')
    target = { ...database.authAdmin, host: '127.0.0.1', port: address.port }
  })
  afterAll(() => {
    for (const socket of held) socket.destroy()
    false_.close()
  })

  it.each([
    ['before it lets anybody in', (socket: Socket) => void socket.destroy()],
    [
      'of its first query',
      (socket: Socket, chunk: number) => void (chunk === 1 ? socket.write(HANDSHAKE) : socket.destroy()),
    ],
  ])('that dies %s is away', async (_when, behaviour) => {
    behave = behaviour
    const dying = openPool({ target, size: 1, name: NAME })
    await expect(privileged(dying).statement((sql) => sql`select 1`)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    )
    await dying.close(0)
  })

  it('is away when its name leads nowhere', async () => {
    const nowhere = openPool({ target: { ...target, host: 'nowhere.invalid' }, size: 1, name: NAME })
    await expect(privileged(nowhere).statement((sql) => sql`select 1`)).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    )
    await nowhere.close(0)
  })

  it('is away when it refuses our password, whatever the caller did', async () => {
    const stranger = openPool({ target: { ...database.authAdmin, password: 'x' }, size: 1, name: NAME })
    await expect(privileged(stranger).statement((sql) => sql`select 1`)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { code: '28P01' },
    })
    await stranger.close(0)
  })

  it('is away after three seconds, for all who wait, when it never answers', async () => {
    behave = () => {}
    const silent = openPool({ target, size: 1, name: NAME })
    /** The time that this many requests at the same moment wait for their refusal. */
    async function refusalTakesMs(count: number): Promise<number> {
      const began = performance.now()
      const asked = Array.from({ length: count }, () => privileged(silent).statement((sql) => sql`select 1`))
      for (const outcome of await Promise.allSettled(asked)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
      }
      return performance.now() - began
    }
    const alone = await refusalTakesMs(1)
    expect(alone).toBeGreaterThan(2_900)
    // It would take five times as long if each waited for the one before.
    expect(await refusalTakesMs(5)).toBeLessThan(2 * alone)
    await silent.close(0)
  })
})
