import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbedded } from '@cairn/postgres/embedded/embedded'
import { copyPrepared, EMPTY_CLUSTER } from '@cairn/testing/prepared-cluster'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readBackupState } from './backup-state.ts'
import { beginFrames, framed } from './format/frames.ts'
import { makeBackup } from './make-backup.ts'
import { readBackupFigures } from './nightly/backup-figures.ts'
import { backUpWhenDue } from './nightly/nightly.ts'
import { restoreBuiltIn } from './restore.ts'
import { restoreOwn } from './restore-own.ts'
import { keepWal } from './wal/keep-wal.ts'
import { whyNoBackup } from './why-no-backup.ts'

const KEY = 'a key that is long enough for a backup'
const SECRET = 'the secret of the installation that was backed up'

let folder: string
let server: EmbeddedPostgres
/** Numbers whose commit was acknowledged before the shared backup began, and after it. */
const acknowledged = { before: [0], all: [0] }

const at = (name: string) => join(folder, name)
const backup = (name: string, more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
  makeBackup({
    file: at(name),
    target: server.admin,
    builtIn: true,
    passphrase: KEY,
    secret: null,
    ...more,
  })

async function restore(
  file: string,
  { into, passphrase = KEY }: { into: string; passphrase?: string | null },
) {
  const dataDir = at(into)
  mkdirSync(dataDir, { recursive: true })
  return restoreBuiltIn({ file: at(file), passphrase, dataDir, hasSecret: false })
}

async function numbersIn(dataDir: string): Promise<number[]> {
  const restored = await openEmbedded({ folder: dataDir })
  const sql = postgres({ ...restored.admin, ssl: false, max: 1, onnotice: () => {} })
  try {
    const rows = await sql<{ n: number }[]>`select n from written order by n`
    return rows.map(({ n }) => n)
  } finally {
    await sql.end()
    await restored.stop()
  }
}

beforeAll(async () => {
  folder = scratchFolder('cairn-backups-')
  await copyPrepared(EMPTY_CLUSTER, at('original'))
  server = await openEmbedded({ folder: at('original') })
  const sql = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  await sql`create table written (n integer primary key)`
  let writing = true
  const writer = (async () => {
    for (let n = 1; writing; n += 1) {
      await sql`insert into written values (${n})`
      acknowledged.all.push(n)
    }
  })()
  await backup('good', {
    onBegin: () => acknowledged.before.push(...acknowledged.all.slice(1)),
    secret: SECRET,
  })
  writing = false
  await writer
  await sql.end()
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('restores what was acknowledged before the backup began, and no gap, while a writer writes', async () => {
  const { secretIsThere } = await restore('good', { into: 'restored' })
  const numbers = await numbersIn(at('restored'))
  expect(numbers.length).toBeGreaterThanOrEqual(acknowledged.before.length - 1)
  expect(numbers).toEqual(numbers.map((_, place) => place + 1))
  expect(secretIsThere).toBe(true)
  expect(readFileSync(at('restored/secret'), 'utf8')).toBe(SECRET)
})

/** Copies the good backup and changes something in it. */
function changed(name: string, change: (bytes: Buffer) => Buffer): string {
  writeFileSync(at(name), change(readFileSync(at('good'))))
  return name
}

const flipped = (bytes: Buffer, place: number) => {
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes
}

it.each<[string, () => string | Promise<string>, string | null, RegExp]>([
  ['whose middle was changed', () => changed('damaged', (b) => flipped(b, b.length >> 1)), KEY, /is damaged/],
  [
    'whose header was changed',
    () => changed('header', (b) => flipped(b, b.indexOf('"cairn"') + 10)),
    KEY,
    /is damaged/,
  ],
  ['without its end', () => changed('short', (b) => b.subarray(0, -1_000)), KEY, /is cut short/],
  ['with something behind its end', () => changed('long', (b) => Buffer.concat([b, b])), KEY, /is damaged/],
  ['that is none', () => changed('none', () => Buffer.from('something else')), KEY, /is no backup of Cairn/],
  ['with another key', () => 'good', 'another key than that of the backup', /another key than BACKUP_KEY/],
  ['without a key', () => 'good', null, /is encrypted. Set BACKUP_KEY/],
  ['of another major version', () => ofPostgres17(), KEY, /made of a Postgres 17, and here is Postgres 18/],
])('refuses a backup %s, and leaves no database', async (_what, file, passphrase, sentence) => {
  const into = `refused-${readdirSync(folder).length}`
  await expect(restore(await file(), { into, passphrase })).rejects.toThrow(sentence)
  expect(readdirSync(at(into), { recursive: true, encoding: 'utf8' }).join()).not.toContain('data')
})

async function ofPostgres17(): Promise<string> {
  const said = { cairn: '0.1.0', postgres: 170_004, system: '1', superuser: 'postgres', database: 'postgres' }
  const framing = await beginFrames(
    { holds: 'backup', builtIn: true, madeAt: new Date().toISOString(), ...said },
    KEY,
  )
  const pieces: Buffer[] = []
  for await (const piece of framed(framing, nothing())) pieces.push(piece)
  writeFileSync(at('of-17'), Buffer.concat(pieces))
  return 'of-17'
}

async function* nothing(): AsyncGenerator<Buffer, void, void> {}

it('refuses a folder that has a database, and a file that is there', async () => {
  await expect(restore('good', { into: 'original' })).rejects.toThrow(/has a database already/)
  await expect(backup('good')).rejects.toThrow(/There is a file .*good already/)
})

it('says what is wrong with the folder of a backup', async () => {
  await expect(backup('missing/one')).rejects.toThrow(
    `The folder ${at('missing')} is not there. Make it, or name another one.`,
  )
  const noRoom = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
  expect(whyNoBackup(noRoom, { target: server.admin, dir: '/srv/backups' })).toMatchObject({
    message: 'The disk of /srv/backups is full. Make room, or name another folder.',
  })
})

it('takes no backup without encryption while a key is set', async () => {
  await backup('plain', { passphrase: null })
  await expect(restore('plain', { into: 'not-plain' })).rejects.toThrow(
    /plain is not encrypted, and BACKUP_KEY is set/,
  )
})

it('refuses to write the secret into a backup that is not encrypted', async () => {
  await expect(backup('open', { passphrase: null, secret: SECRET })).rejects.toThrow(/has to be encrypted/)
})

/** The options of a server's nightly backup; `told` collects the messages to the operator. */
const nightly = (dir: string, told: (string | null)[]) => ({
  settings: { dir, at: { hour: 3, minute: 0 }, keep: 1, key: null, wal: false },
  target: server.admin,
  builtIn: true,
  describe: String,
  tell: async ({ last }: { last: { error: string | null } }) => void told.push(last.error),
  signal: new AbortController().signal,
})

async function systemOf(): Promise<string> {
  const sql = postgres({ ...server.admin, ssl: false, max: 1, onnotice: () => {} })
  const [row] = await sql<
    [{ system: string }]
  >`select system_identifier::text as system from pg_control_system()`
  await sql.end()
  return row.system
}

/** Writes a backup as an earlier version did: its header has neither timeline nor LSN. */
async function madeByEarlierVersion(
  file: string,
  of: { system?: string; timeline?: number } = {},
): Promise<void> {
  const said = { cairn: '0.1.0', postgres: 180_004, superuser: 'postgres', database: 'postgres' }
  const header = { holds: 'backup', builtIn: true, madeAt: '2026-11-26T03:00:00.000Z', ...said } as const
  const framing = await beginFrames({ ...header, system: await systemOf(), ...of }, null)
  writeFileSync(file, framing.header)
}

it.each([
  [{ system: '17' }, /holds backups of another Postgres \(system 17; this one is \d+\)/],
  [{ timeline: 2 }, /holds backups of a later copy of this Postgres \(timeline 2; this one is on 1\)/],
])(
  'refuses a folder with backups of %o, tells of it once, and changes nothing there',
  async (of, sentence) => {
    const told: (string | null)[] = []
    const dir = madeFolder(`of-another-${Object.keys(of)[0]}`)
    await madeByEarlierVersion(join(dir, 'cairn-2026-11-26T03-00-00Z.backup'), of)
    for (const _ of [1, 2]) await expect(backUpWhenDue(nightly(dir, told))).rejects.toThrow(sentence)
    expect(told).toHaveLength(1)
    const signal = new AbortController().signal
    const keeping = keepWal({ dir, target: server.admin, builtIn: true, passphrase: null, signal })
    await expect(keeping).rejects.toThrow(sentence)
    expect(readdirSync(dir)).toEqual(['cairn-2026-11-26T03-00-00Z.backup'])
  },
)

it('makes a backup where the last one is of the future, says so, and deletes nothing', async () => {
  const told: (string | null)[] = []
  const dir = madeFolder('ahead')
  const at = '2027-11-27T03:00:00.000Z'
  const last = { at, seconds: 1, ok: true, error: null, file: 'x', bytes: 1, tried: 'started' }
  writeFileSync(join(dir, 'state.json'), JSON.stringify({ last, lastGoodAt: at, toldAt: at }))
  await madeByEarlierVersion(join(dir, 'cairn-2027-11-27T03-00-00Z.backup'))
  const parts = { ...nightly(dir, told), now: () => new Date('2026-11-28T12:00:00Z') }
  await expect(backUpWhenDue(parts)).rejects.toThrow(/one of the clocks is wrong/)
  expect(told).toEqual([expect.stringMatching(/of 2027-11-27T03:00:00.000Z, and this server has 2026-11-28/)])
  expect(readdirSync(dir).filter((name) => name.endsWith('.backup'))).toHaveLength(2)
})

function madeFolder(name: string): string {
  mkdirSync(at(name))
  return at(name)
}

it('makes what is due each night, tries it, keeps so many, and tells of a failure once', async () => {
  const told: (string | null)[] = []
  const dir = at('nightly')
  let now = new Date('2026-11-27T03:00:00Z')
  const parts = { ...nightly(dir, told), now: () => now }
  const made = () => readdirSync(dir).filter((name) => name.endsWith('.backup'))
  mkdirSync(dir)
  await madeByEarlierVersion(join(dir, 'cairn-2026-11-26T03-00-00Z.backup'))
  mkdirSync(join(dir, 'trial-killed'))
  writeFileSync(join(dir, 'cairn-2026-11-26T15-00-00Z.backup.17.partial'), 'half of one')
  await backUpWhenDue(parts)
  await backUpWhenDue(parts)
  const system = await systemOf()
  const file = `cairn-${system}-1-2026-11-27T03-00-00Z.backup`
  expect(made()).toEqual([file])
  expect(await readBackupState(dir)).toMatchObject({
    last: { ok: true, tried: 'started' },
    system,
    timeline: 1,
  })
  expect(readdirSync(dir).toSorted()).toEqual([file, 'state.json'])

  const away = { ...parts, target: { ...server.admin, host: at('nowhere') } }
  for (const hour of [26, 27]) {
    now = new Date(Date.parse('2026-11-27T03:00:00Z') + hour * 3_600_000)
    await expect(backUpWhenDue(away)).rejects.toThrow()
  }
  expect(told).toHaveLength(1)
  // The failure stays listed until a backup succeeds; the next call does not try again.
  now = new Date(now.getTime() + 60_000)
  await expect(backUpWhenDue(away)).rejects.toThrow(String(told[0]))
  expect(await readBackupState(dir)).toMatchObject({
    last: { ok: false },
    lastGoodAt: '2026-11-27T03:00:00.000Z',
  })
  const lastGoodAt = new Date('2026-11-27T03:00:00Z')
  expect(await readBackupFigures(dir)).toEqual({ failed: true, lastGoodAt, walKeptUpTo: null })
  expect(await readBackupFigures(null)).toBeNull()
})

it('remembers a failure that it cannot write down, and tells of it once', async () => {
  const told: (string | null)[] = []
  // A file where the folder should be.
  const dir = at('no-folder')
  writeFileSync(dir, '')
  let now = new Date('2026-11-27T03:00:00Z')
  const parts = { ...nightly(dir, told), now: () => now }
  for (const minutes of [0, 1, 90]) {
    now = new Date(Date.parse('2026-11-27T03:00:00Z') + minutes * 60_000)
    await expect(backUpWhenDue(parts)).rejects.toThrow()
  }
  expect(told).toHaveLength(1)
  expect(await readBackupFigures(dir)).toEqual({ failed: true, lastGoodAt: null, walKeptUpTo: null })
})

it('ends in the middle when the server stops, leaves nothing, and is made after the next start', async () => {
  const dir = at('stopped')
  const told: (string | null)[] = []
  const stop = new AbortController()
  mkdirSync(dir)
  const ended = backUpWhenDue({ ...nightly(dir, told), signal: stop.signal })
  await vi.waitFor(() => expect(readdirSync(dir)).not.toEqual([]), { timeout: 60_000, interval: 1 })
  stop.abort()
  await ended
  expect(readdirSync(dir)).toEqual([])
  await backUpWhenDue(nightly(dir, told))
  expect(await readBackupState(dir)).toMatchObject({ last: { ok: true, tried: 'started' } })
  expect(told).toEqual([])
})

const POSTGRES_15 = process.env['CAIRN_POSTGRES_15'] ?? '/usr/lib/postgresql/15/bin'
const OWN = existsSync(POSTGRES_15) ? [POSTGRES_15] : []

it.each(OWN)(
  'copies a Postgres of one’s own where the user may, and restores it by its own programs',
  async (programs) => {
    const binaries = { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') }
    const own = await openEmbedded({ folder: at('own'), binaries })
    const target = { ...own.admin, user: 'copier', password: 'copier' }
    const sql = postgres({ ...own.admin, ssl: false, max: 1, onnotice: () => {} })
    try {
      await sql`create role copier login password 'copier'`
      const copy = () => backup('of-own', { target, builtIn: false })
      await expect(copy()).rejects.toThrow(/copier may not copy this Postgres.*alter role copier replication/)
      await sql`alter role copier replication`
      await copy()
    } finally {
      await sql.end()
      await own.stop()
    }
    await expect(restore('of-own', { into: 'not-own' })).rejects.toThrow(/a Postgres of your own/)
    const request = { file: at('of-own'), passphrase: KEY, dataDirectory: at('main'), programs }
    await restoreOwn(request)
    expect(readFileSync(at('main/PG_VERSION'), 'utf8').trim()).toBe('15')
    await expect(restoreOwn(request)).rejects.toThrow(/is not empty/)
  },
)
