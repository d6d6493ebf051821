import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmbeddedPostgres, openEmbedded } from '../src/embedded/embedded.ts'

let folder: string
let first: EmbeddedPostgres

beforeEach(async () => {
  folder = scratchFolder('cairn-lock-')
  first = await openEmbedded({ folder })
})

afterEach(async () => {
  await first.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function ask(statement: string) {
  const sql = postgres({ ...first.admin, ssl: false, max: 1, onnotice: () => {}, connect_timeout: 5 })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Ends one of Postgres's processes without warning. It then ends all the others and recovers. */
async function crashBackend(): Promise<void> {
  const sql = postgres({ ...first.admin, ssl: false, max: 1, onnotice: () => {} })
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  const lost = sql`select pg_sleep(600)`.then(
    () => 'answered',
    () => 'lost',
  )
  process.kill(row?.pid ?? 0, 'SIGKILL')
  expect(await lost).toBe('lost')
  await sql.end({ timeout: 0 })
}

describe('the lock of a data folder', () => {
  it('outlives the crash of a connection: a second server is refused, and the first keeps its Postgres', async () => {
    for (let crash = 0; crash < 3; crash += 1) {
      await crashBackend()
      await expect(openEmbedded({ folder })).rejects.toThrow(/Another Cairn is already running/)
    }
    await vi.waitFor(async () => expect(await ask('select 1 as one')).toEqual([{ one: 1 }]), PATIENTLY)
  })

  it('a stop leaves Postgres to another server that has the lock, should that ever happen', async () => {
    // By hand: a connection takes the lock the moment that it is free.
    const thief = postgres({ ...first.admin, ssl: false, max: 1, onnotice: () => {} })
    const stolen = thief`select pg_advisory_lock(7219431002)`.execute()
    await ask(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cairn folder lock'`,
    )
    await stolen
    await vi.waitFor(async () => {
      const tried = await ask(`
        select from pg_stat_activity where application_name = 'cairn folder lock' and query like '%try%'`)
      expect(tried).toHaveLength(1)
    }, PATIENTLY)
    await first.stop()
    expect(existsSync(join(first.data, 'postmaster.pid'))).toBe(true)
    expect(await thief`select 1 as one`).toEqual([{ one: 1 }])
    await thief.end()
    const second = await openEmbedded({ folder })
    await second.stop()
  })
})
