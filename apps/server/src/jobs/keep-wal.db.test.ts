import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded/embedded'
import type { Statements } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { copyPrepared, EMPTY_CLUSTER } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readBackupState } from '../backups/backup-state.ts'
import { backUpWhenDue } from '../backups/nightly/nightly.ts'
import { restoreBuiltIn } from '../backups/restore.ts'
import { asSuperuser } from '../backups/restore-backup.ts'
import { tryRecovery } from '../backups/try-backup.ts'
import { furtherWal } from '../backups/wal/further-wal.ts'
import { keepWal } from '../backups/wal/keep-wal.ts'
import { readWalState } from '../backups/wal/wal-state.ts'
import type { ServerEvent } from '../observe/events.ts'
import { keepWalJob } from './keep-wal.ts'

const KEY = 'a key that is long enough for a backup'

let folder: string
let server: EmbeddedPostgres
let sql: postgres.Sql
let dir: string
let file: string
/** The folder with the segments. */
let kept: string
let moment: string
/** The names of the whole segments, in order; each holds a number more than the one before. */
let segments: string[]

const openSql = (target: EmbeddedPostgres['admin']) =>
  postgres({ ...target, ssl: false, max: 1, onnotice: () => {} })

/** Keeps what Postgres writes until the function that is returned is called. */
async function keeping(): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  const parts = { dir, target: server.admin, builtIn: true, passphrase: KEY, signal }
  let running: Promise<void> = Promise.resolve()
  await new Promise<void>((begun) => {
    running = keepWal({ ...parts, onBegin: begun }).catch(() => {})
  })
  return async () => {
    stopping.abort(new Error('The test has ended.'))
    await running
  }
}

const nightly = (now: string, told: string[] = [], target = server.admin) => ({
  settings: { dir, at: { hour: 3, minute: 0 }, keep: 5, key: KEY, wal: target === server.admin },
  target,
  builtIn: true,
  describe: String,
  tell: async () => void told.push(now),
  signal: new AbortController().signal,
  now: () => new Date(now),
})

beforeAll(async () => {
  folder = scratchFolder('cairn-up-to-a-moment-')
  dir = join(folder, 'backups')
  mkdirSync(dir)
  await copyPrepared(EMPTY_CLUSTER, join(folder, 'original'))
  server = await openEmbedded({ folder: join(folder, 'original') })
  sql = openSql(server.admin)
  await sql`create table written (n integer primary key)`
  const stop = await keeping()
  await backUpWhenDue(nightly('2026-11-27T03:00:00Z'))
  file = (await readBackupState(dir))?.last.file ?? ''
  await insert(1)
  const [row] = await sql<[{ moment: string }]>`
    select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`
  moment = row.moment
  await insert(2)
  // More than 1 MiB, compressed, before the next flush.
  await sql`create table noise as select md5(random()::text) from generate_series(1, 60000)`
  for (const n of [3, 4, 5]) {
    await sql`select pg_switch_wal()`
    await insert(n)
  }
  await untilKept()
  await stop()
  const [name = ''] = readdirSync(join(dir, 'wal')).filter((one) => one.endsWith('-1'))
  kept = join(dir, 'wal', name)
  segments = readdirSync(kept).filter((one) => one.endsWith('.wal'))
})

afterAll(async () => {
  await sql.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const insert = (n: number) => sql`insert into written values (${n})`

/** Everything that was written is on the disk of who keeps it. */
async function untilKept(): Promise<void> {
  const [row] = await sql<{ lsn: string }[]>`select pg_current_wal_flush_lsn()::text as lsn`
  await vi.waitFor(async () => {
    const [slot] = await sql<{ done: boolean }[]>`
      select restart_lsn >= ${row?.lsn ?? ''}::pg_lsn as done from pg_replication_slots`
    expect(slot?.done).toBe(true)
  }, PATIENTLY)
}

const further = (asked: { until?: string; allowGap?: boolean }) =>
  furtherWal({ dir, passphrase: KEY, until: null, ...asked })

/** The numbers that a restore would bring back, and how far it would go. */
async function tried(asked: { until?: string; allowGap?: boolean }) {
  let numbers: number[] = []
  const reached = await tryRecovery(file, {
    passphrase: KEY,
    dir,
    signal: new AbortController().signal,
    further: further(asked),
    async work(admin) {
      numbers = await asSuperuser(admin, numbersIn)
    },
  })
  return { numbers, lastCommitAt: reached?.lastCommitAt ?? '' }
}

async function numbersIn(there: Statements): Promise<number[]> {
  return [...(await there`select n from written order by n`)].map(({ n }) => Number(n))
}

const restored = (into: string) =>
  restoreBuiltIn({
    file,
    passphrase: KEY,
    dataDir: join(folder, into),
    hasSecret: true,
    known: [dir],
    further: further({}),
  })

/** Changes a whole segment while work is done. */
async function without(name: string | undefined, change: (path: string) => void, work: () => Promise<void>) {
  const path = join(kept, name ?? '')
  const content = readFileSync(path)
  change(path)
  try {
    await work()
  } finally {
    writeFileSync(path, content)
  }
}

const damage = (path: string) => {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

it('tries at night what was kept, up to its newest moment', async () => {
  const state = await readBackupState(dir)
  expect(state).toMatchObject({ last: { ok: true, tried: 'started', wal: { error: null } }, timeline: 1 })
  expect(state?.last.wal?.upTo).toMatch(/^20.*\.\d{6}Z$/)
  expect(await readWalState(dir)).toMatchObject({ timeline: 1, error: null })
})

it('goes on to a moment to the microsecond, whatever became of later segments', async () => {
  await without(segments.at(-1), damage, async () => {
    const { numbers, lastCommitAt } = await tried({ until: moment })
    expect(numbers).toEqual([1])
    expect(lastCommitAt.localeCompare(moment)).toBe(-1)
    await expect(restored('all')).rejects.toThrow(/\.wal is damaged/)
    expect(readdirSync(folder)).not.toContain('all')
  })
})

it('refuses a gap, and ends before it where that is asked for', async () => {
  await without(segments.at(-1), rmSync, async () => {
    await expect(tried({})).rejects.toThrow(/has a gap: the segment [0-9A-F]{24} is not there/)
    expect(await tried({ allowGap: true })).toMatchObject({ numbers: [1, 2, 3] })
  })
})

it('refuses a moment that lies behind what was kept', async () => {
  await expect(tried({ until: '2999-01-01T00:00:00.000000Z' })).rejects.toThrow(
    /ends before the moment that you named/,
  )
})

it('ends a trial in the middle of its recovery when the server stops, and leaves nothing', async () => {
  const stopping = new AbortController()
  let asked = ''
  const trial = tryRecovery(file, {
    passphrase: KEY,
    dir,
    signal: stopping.signal,
    async further({ data }) {
      asked = `${data}-asked`
      return {
        settings: { restore_command: `touch ${asked}; while [ -e ${asked} ]; do sleep 0.1; done; false` },
        throwFailure: () => {},
        check: () => {},
        withoutTarget: async () => ({}),
        close: async () => rmSync(asked, { force: true }),
      }
    },
  })
  const ended = expect(trial).rejects.toThrow('The server stops.')
  await vi.waitFor(() => expect(existsSync(asked)).toBe(true), PATIENTLY)
  stopping.abort(new Error('The server stops.'))
  await ended
  expect(readdirSync(dir).filter((name) => name.startsWith('trial-'))).toEqual([])
})

it('tells at night that what was kept cannot be restored, and keeps the backup, also without a standby', async () => {
  const told: string[] = []
  const stop = await keeping()
  await sql`alter system set synchronous_standby_names = 'nobody'`
  await sql`select pg_reload_conf()`
  try {
    await without(segments.at(-2), damage, async () => {
      const ended = backUpWhenDue(nightly('2026-11-28T03:00:00Z', told))
      await expect(ended).rejects.toThrow(/between backups cannot be restored.*is damaged/)
    })
  } finally {
    await sql`alter system reset synchronous_standby_names`
    await sql`select pg_reload_conf()`
    await stop()
  }
  expect(told).toHaveLength(1)
  const state = await readBackupState(dir)
  expect(state).toMatchObject({ last: { ok: true, wal: { upTo: null } } })
  expect(readdirSync(dir)).toContain(state?.last.file?.split('/').at(-1))
})

it('on a full disk leaves no file, tells of it once, and tries less and less often', async () => {
  const events: ServerEvent[] = []
  const waited: number[] = []
  let open = 0
  const noRoom = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  })
  const openFile = async (path: string) => {
    writeFileSync(path, '')
    open += 1
    return {
      writeFile: () => Promise.reject(noRoom),
      sync: async () => {},
      close: async () => {
        open -= 1
      },
    }
  }
  const before = readdirSync(kept)
  // Postgres releases a slot a moment after its connection: a try before that is one of a server that waits.
  const slotIsFree = () =>
    vi.waitFor(async () => {
      expect(await sql`select from pg_replication_slots where active`).toHaveLength(0)
    }, PATIENTLY)
  await slotIsFree()
  await new Promise<void>((resolve) => {
    const pause = async (ms: number) => {
      waited.push(ms)
      await slotIsFree()
      if (waited.length === 4) void job.close().then(resolve)
    }
    const parts = { dir, target: server.admin, builtIn: true, passphrase: KEY, openFile, pause }
    const job = keepWalJob(parts, (event) => events.push(event))
    job.start()
  })
  expect(waited).toEqual([5_000, 10_000, 20_000, 40_000])
  expect(events).toEqual([expect.objectContaining({ kind: 'job-failed', job: 'keep wal' })])
  expect(open).toBe(0)
  expect(readdirSync(kept)).toEqual(before)
  expect((await readWalState(dir))?.error).toMatch(/^The disk of .*backups is full/)
})

it('goes as far as it can, in a history that no other restore began, of which a backup is made at once', async () => {
  mkdirSync(`${kept.slice(0, -1)}2`)
  await restored('newest')
  const opened = await openEmbedded({ folder: join(folder, 'newest') })
  const there = openSql(opened.admin)
  try {
    expect((await there`select n from written order by n`).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5])
    await backUpWhenDue(nightly('2026-11-28T03:01:00Z', [], opened.admin))
    expect(await readBackupState(dir)).toMatchObject({ last: { ok: true }, timeline: 3 })
  } finally {
    await there.end()
    await opened.stop()
  }
})
