import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { openMailbox } from '@cairn/testing/mailbox'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { momentOf } from '../../backups/moment.ts'
import { openMetricsPort } from '../../metrics/own-port.ts'
import { createProcessMetrics } from '../../metrics/process-metrics.ts'
import { scriptedOperator, settingsFor } from '../scripted-operator.ts'

let database: TestDatabase
let admin: postgres.Sql
let base: Record<string, string>

beforeAll(async () => {
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  // Nothing listens at port 9 of this machine.
  base = {
    ...settingsFor(database.admin),
    CAIRN_SECRET: 'a'.repeat(40),
    CAIRN_DATA_DIR: import.meta.dirname,
    PUBLIC_URL: 'http://127.0.0.1:9',
  }
})

afterAll(async () => {
  await admin.end()
  await database.drop()
})

async function findings(env: Record<string, string>, ...words: string[]) {
  const { code, printed } = await scriptedOperator({ env: { ...base, ...env } }).give(['doctor', ...words])
  return { code, lines: printed.trimEnd().split('\n') }
}

it('says ok, or what to do, in a line each', async () => {
  const { code, lines } = await findings({})
  expect(code).toBe(1)
  expect(lines).toEqual([
    'ok     settings: can be used; people come to http://127.0.0.1:9',
    expect.stringMatching(/^(ok|note) {3,}Node: \d/),
    expect.stringMatching(
      /^ok {5}database: Postgres \d+\S*( .*)?, [\d.]+ MB, \d+ of \d+ connections in use$/,
    ),
    expect.stringMatching(/^ok {5}secret: /),
    'ok     migrations: the database is up to date',
    expect.stringMatching(/^ok {5}clock: that of the database is 0\.\d s (ahead|behind)$/),
    'ok     jobs: none has failed',
    expect.stringMatching(/^ok {5}disk: [\d.]+ GB free for /),
    'note   backups: BACKUP_DIR is not set: Cairn makes none by itself. Does something else?',
    'note   mail: SMTP_URL is not set: mails are kept in the data folder',
    expect.stringMatching(/^TO DO {2}public address: http:\/\/127\.0\.0\.1:9 does not answer: /),
  ])
})

it('names what an open server lacks, a failed job, and another secret', async () => {
  await admin`
    insert into auth.signing_keys (id, algorithm, status, public_jwk, private_jwk_sealed)
    values (gen_random_uuid(), 'ES256', 'current', '{}', 'sealed with another one')`
  await admin`insert into private.jobs (name) values ('count records') on conflict do nothing`
  await admin`
    insert into private.job_failures (job, state, attempts, retry_at, error)
    values ('count records', 'failed', 20, now(), 'Planted.')`
  const { lines } = await findings({ PUBLIC_URL: 'http://cairn.invalid' })
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^TO DO {2}settings: http:\/\/cairn\.invalid is not encrypted/),
      expect.stringMatching(/^TO DO {2}settings: SMTP_URL is not set/),
      expect.stringMatching(/^TO DO {2}secret: .*another secret/),
      'TO DO  jobs: 1 failed: see the command jobs, mend the cause, then retry-jobs.',
    ]),
  )
})

it('sends a test mail, and says why a mail server does not work', async () => {
  const mailbox = await openMailbox((recipient) => (recipient.startsWith('nobody') ? 550 : null))
  try {
    const mailOf = async (...words: string[]) =>
      (await findings({ SMTP_URL: mailbox.url }, ...words)).lines.find((line) => line.includes(' mail: '))
    expect(await mailOf()).toMatch(/^ok {5}mail: \S+ lets Cairn in/)
    expect(await mailOf('--mail', 'ops@acme.example')).toMatch(
      /^ok {5}mail: \S+ took a test for ops@acme\.example/,
    )
    expect((await mailbox.next('ops@acme.example')).subject).toBe('A test of the mail of Cairn')
    expect(await mailOf('--mail', 'nobody@acme.example')).toMatch(/^TO DO {2}mail: \S+ does not work: .*550/)
  } finally {
    await mailbox.close()
  }
})

it('says which processes had to be replaced, where figures can be read', async () => {
  const { observe, ...figures } = createProcessMetrics()
  const [port, token] = [await freePort(), 't'.repeat(32)]
  const env = { METRICS_PORT: String(port), METRICS_TOKEN: token }
  const found = async () => (await findings(env)).lines.at(-1)
  expect(await found()).toMatch(
    /^note {3}processes: the figures for monitoring cannot be read: .*ECONNREFUSED/,
  )
  const served = await openMetricsPort({ port, host: '127.0.0.1', token }, figures)
  try {
    expect(await found()).toBe('ok     processes: none has had to be replaced since the server began')
    const ending = {
      kind: 'process-lost',
      number: 1,
      code: null,
      signal: 'SIGKILL',
      againInSeconds: 1,
    } as const
    observe({ ...ending, cause: 'killed' })
    expect(await found()).toMatch(
      /^note {3}processes: since the server began 1 ended by a signal and 0 by a mistake/,
    )
    observe({ ...ending, cause: 'hung' })
    expect(await found()).toMatch(
      /^TO DO {2}processes: 1 no longer answered and were killed since the server began/,
    )
  } finally {
    await served.close()
  }
})

it('knows the newest backup, how old it is, how its trial went, and how far WAL is kept', async () => {
  const dir = scratchFolder('cairn-doctor-')
  const ofBackups = async () =>
    (await findings({ BACKUP_DIR: dir, BACKUP_WAL: 'true' })).lines.filter((line) =>
      / (backups|WAL): /.test(line),
    )
  try {
    expect(await ofBackups()).toEqual([
      `TO DO  backups: there is none in ${dir} yet: start Cairn, and it makes one.`,
      'TO DO  WAL: kept up to nowhere yet: does a server run, and what does its log say?',
    ])
    const at = new Date(Date.now() - 3_600_000).toISOString()
    const keptUpTo = momentOf(new Date())
    const wal = { upTo: keptUpTo, error: null }
    const last = { at, seconds: 1, ok: true, error: null, file: 'x.backup', bytes: 1, tried: 'started', wal }
    const write = (state: object) => writeFileSync(join(dir, 'state.json'), JSON.stringify(state))
    write({ last, lastGoodAt: at, toldAt: null, system: '1', timeline: 1 })
    mkdirSync(join(dir, 'wal'))
    const kept = { system: '1', timeline: 1, keptUpTo, lsn: '0/1', error: null }
    writeFileSync(join(dir, 'wal', 'state.json'), JSON.stringify(kept))
    expect(await ofBackups()).toEqual([
      `ok     backups: x.backup is of ${at}, 1.0 hours old; a Postgres was started on it, and every row read, and what was kept since the one before restored up to ${keptUpTo}`,
      `ok     WAL: kept up to ${keptUpTo}`,
    ])
    write({ last: { ...last, at: '2999-01-01T00:00:00Z' }, lastGoodAt: at, toldAt: null })
    expect((await ofBackups())[0]).toMatch(/^TO DO {2}backups: .*: a clock was wrong, set it by NTP\.$/)
    write({ last: { ...last, wal: { upTo: null, error: 'Damaged.' } }, lastGoodAt: at, toldAt: null })
    expect((await ofBackups())[0]).toBe(`TO DO  backups: the last good one is of ${at}. Damaged.`)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

it('names settings that cannot be used', async () => {
  expect(await findings({ PORT: 'many' })).toEqual({
    code: 1,
    lines: ['TO DO  settings: These settings cannot be used:  PORT must be a port number'],
  })
})

it('goes on where the database is away', async () => {
  const { lines } = await findings({ DATABASE_URL: 'postgres://ada:pw@127.0.0.1:9/cairn' })
  expect(lines).toContainEqual(
    expect.stringMatching(/^TO DO {2}database: The database at 127\.0\.0\.1 \(port 9\)/),
  )
  expect(lines).toContainEqual(expect.stringMatching(/ disk: /))
})
