import { openScratchPostgres, type ScratchPostgres } from '@cairn/testing/scratch-postgres'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bootstrap } from '../src/bootstrap/bootstrap.ts'
import { LOCKS } from '../src/start/locks.ts'
import { StartFailed } from '../src/start/start-failed.ts'
import { StartBlocked } from '../src/start/start-lock.ts'
import { UnsuitableDatabase } from '../src/wire/errors.ts'
import type { ConnectionTarget } from '../src/wire/target.ts'

const SECRET = new Uint8Array(32).fill(1)
const OTHER_SECRET = new Uint8Array(32).fill(2)
const USERS = ['authenticator', 'supabase_auth_admin']

let server: ScratchPostgres
let admin: postgres.Sql
let one: ConnectionTarget
let two: ConnectionTarget

beforeAll(async () => {
  server = await openScratchPostgres()
  admin = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
})

afterAll(async () => {
  await admin.end()
  await server.stop()
})

beforeEach(async () => {
  await admin`create database one`
  await admin`create database two`
  one = { ...server.admin, database: 'one' }
  two = { ...server.admin, database: 'two' }
})

afterEach(async () => {
  await admin`drop database if exists one with (force)`
  await admin`drop database if exists two with (force)`
  for (const user of USERS) {
    await admin.unsafe(`drop role if exists ${user}`)
  }
})

/** The stored passwords of the users, which change when any password is set. */
const passwords = () =>
  admin`select rolname, rolpassword from pg_authid where rolname in ${admin(USERS)} order by rolname`

async function opens(target: ConnectionTarget): Promise<boolean> {
  const sql = postgres({ ...target, ssl: false, max: 1 })
  return sql`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 1 }))
}

describe('the users that serve', () => {
  it('keep their password when a server starts again', async () => {
    const { authenticator, authAdmin } = await bootstrap(one, SECRET)
    const before = await passwords()
    expect(await opens(authenticator)).toBe(true)
    await bootstrap(one, SECRET)
    expect(await passwords()).toEqual(before)
    expect(await opens(authAdmin)).toBe(true)
  })

  it('serve a second database with the same secret', async () => {
    await bootstrap(one, SECRET)
    const before = await passwords()
    const { authenticator } = await bootstrap(two, SECRET)
    expect(await opens(authenticator)).toBe(true)
    expect(await passwords()).toEqual(before)
  })

  it('are not touched by an installation with another secret on another database', async () => {
    const { authenticator } = await bootstrap(one, SECRET)
    const before = await passwords()
    const second = bootstrap(two, OTHER_SECRET)
    await expect(second).rejects.toBeInstanceOf(UnsuitableDatabase)
    await expect(second).rejects.toThrow(/belongs to the Cairn in the database one, and nothing was changed/)
    expect(await passwords()).toEqual(before)
    expect(await opens(authenticator)).toBe(true)
  })

  it('are waited for while others have all their connections, and the start says what it needs', async () => {
    await bootstrap(one, SECRET)
    await admin`alter role authenticator connection limit 0`
    const patience = { withinMs: 1_000, onWait: vi.fn() }
    const start = bootstrap(one, SECRET, { patience, needs: 'It takes twelve connections.' })
    await expect(start).rejects.toBeInstanceOf(StartFailed)
    await expect(start).rejects.toThrow(
      /had no connection to spare for 1 s \(too many connections for role .*It takes twelve connections\.$/,
    )
    expect(patience.onWait).toHaveBeenCalledWith(
      expect.stringMatching(/^The database has no connection to spare: .*It takes twelve connections\.$/),
    )
  })

  it('are served as soon as others have given a connection back', async () => {
    await bootstrap(one, SECRET)
    await admin`alter role authenticator connection limit 0`
    const released = vi.fn(async () => {
      await admin`alter role authenticator connection limit -1`
    })
    const patience = { withinMs: 30_000, onWait: () => void released() }
    const { authenticator } = await bootstrap(one, SECRET, { patience })
    expect(released).toHaveBeenCalledOnce()
    expect(await opens(authenticator)).toBe(true)
  })

  it('go over to another database when theirs is gone', async () => {
    await bootstrap(one, SECRET)
    await admin`drop database one with (force)`
    const { authenticator } = await bootstrap(two, OTHER_SECRET)
    expect(await opens(authenticator)).toBe(true)
  })

  it('with a password of unknown origin are left alone until the operator gives them up', async () => {
    await bootstrap(one, SECRET)
    for (const user of USERS) {
      await admin.unsafe(`comment on role ${user} is null`)
      await admin.unsafe(`alter role ${user} password 'of the hosted project'`)
    }
    const before = await passwords()
    await expect(bootstrap(two, SECRET)).rejects.toThrow(/alter role authenticator password null/)
    expect(await passwords()).toEqual(before)
    for (const user of USERS) await admin.unsafe(`alter role ${user} password null`)
    const { authenticator } = await bootstrap(two, SECRET)
    expect(await opens(authenticator)).toBe(true)
  })
})

describe('a start', () => {
  it('writes nothing before the secret was checked', async () => {
    const wrong = new Error('another secret')
    await expect(bootstrap(one, SECRET, { check: () => Promise.reject(wrong) })).rejects.toBe(wrong)
    expect(await passwords()).toEqual([])
  })

  it('refuses more sessions than Postgres allows', async () => {
    await expect(bootstrap(one, SECRET, { sessions: 1_000 })).rejects.toThrow(
      /1000 connections to the database, which allows \d+ .* Lower DATABASE_POOL_SIZE/,
    )
  })

  it('waits for another one, says so, and gives up with the name of what it waits for', async () => {
    const holder = postgres({ ...one, ssl: false, max: 1, connection: { application_name: 'cairn start' } })
    await holder`select pg_advisory_lock(${LOCKS.bootstrap})`
    const onWait = vi.fn()
    const blocked = bootstrap(one, SECRET, { patience: { withinMs: 500, onWait } })
    await expect(blocked).rejects.toBeInstanceOf(StartBlocked)
    await expect(blocked).rejects.toThrow(/Another start prepares .*\(process \d+ of Postgres, cairn start\)/)
    expect(onWait).toHaveBeenCalledOnce()
    await holder.end({ timeout: 1 })
    await bootstrap(one, SECRET)
  })

  it('waits for a database that is not there yet', async () => {
    const onWait = vi.fn()
    const nowhere = { ...one, host: '127.0.0.1', port: 1 }
    await expect(bootstrap(nowhere, SECRET, { patience: { withinMs: 1_000, onWait } })).rejects.toThrow(
      /The database at 127\.0\.0\.1 \(port 1\) cannot be used: .*ECONNREFUSED/,
    )
    expect(onWait.mock.calls).toEqual([[expect.stringMatching(/is not there yet: .*ECONNREFUSED/)]])
  })
})
