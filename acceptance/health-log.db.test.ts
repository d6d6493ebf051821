import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PATIENTLY } from '@cairn/testing/patience'
import { postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type Cairn, openCairn } from './support/cairn.ts'

const folder = scratchFolder('cairn-health-log-')
const log = join(folder, 'server.log')
const line = z.looseObject({ kind: z.string().optional(), path: z.string().optional() })
const SERVICE_KEY = `sb_secret_${'health'.padEnd(32, '0')}`
const METRICS_TOKEN = 'metrics'.padEnd(40, '0')
const backups = join(folder, 'backups')
/** A backup that began a moment ago, so that none is due. */
const last = {
  at: new Date().toISOString(),
  seconds: 2,
  ok: true,
  error: null,
  file: 'x',
  bytes: 1,
  tried: 'started',
}
let cairn: Cairn

beforeAll(async () => {
  mkdirSync(backups)
  writeFileSync(join(backups, 'state.json'), JSON.stringify({ last, lastGoodAt: last.at, toldAt: null }))
  cairn = await openCairn(
    { LOG_LEVEL: 'info', CAIRN_SERVICE_KEY: SERVICE_KEY, METRICS_TOKEN, BACKUP_DIR: backups },
    log,
  )
})

afterAll(async () => {
  await cairn.close()
  rmSync(folder, { recursive: true, force: true })
})

const lines = () =>
  readFileSync(log, 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => line.parse(JSON.parse(text)))
const readiness = () => lines().flatMap(({ kind, status }) => (kind === 'readiness' ? [status] : []))
const ready = async () => (await cairn.send({ path: '/readyz' })).status

it('checks of load balancers leave no line of their own: only that an answer has changed does', async () => {
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENTLY)
  for (const path of ['/healthz', '/readyz', '/auth/v1/health']) {
    for (let count = 0; count < 3; count += 1) expect((await cairn.send({ path })).status).toBe(200)
  }
  expect((await cairn.send({ path: '/auth/v1/settings' })).status).toBe(200)
  await vi.waitFor(() => expect(lines().map(({ path }) => path)).toContain('/auth/v1/settings'), PATIENTLY)
  const before = readiness().length

  const pids = postgresProcesses(join(cairn.server.dataDir, 'postgres', 'data'))
  signalAll(pids, 'SIGSTOP')
  try {
    const answers = [await ready(), await ready(), await ready()]
    expect(answers, 'One missed answer is no reason, two are.').toEqual([200, 503, 503])
  } finally {
    signalAll(pids, 'SIGCONT')
  }
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENTLY)

  await vi.waitFor(
    () => expect(readiness().slice(before)).toEqual(['busy', 'no database', 'ready']),
    PATIENTLY,
  )
  const checks = ['/healthz', '/readyz', '/auth/v1/health']
  expect(lines().filter(({ path = '' }) => checks.includes(path))).toEqual([])
})

it('a server whose pools are busy is ready, and says that it is busy', async () => {
  await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENTLY)
  const signIn = () =>
    cairn.send({
      method: 'POST',
      path: '/auth/v1/token?grant_type=password',
      body: { email: 'ada@acme.example', password: 'wrong horse battery' },
    })
  const signIns = await cairn.database.begin(async (tx) => {
    await tx`lock table auth.users in access exclusive mode`
    const waiting = Promise.all(Array.from({ length: 12 }, signIn))
    await vi.waitFor(async () => {
      // Within a transaction Postgres shows the same activity again.
      await tx`select pg_stat_clear_snapshot()`
      const [row] = await tx`
        select count(*)::int as n from pg_stat_activity where application_name = 'cairn accounts' and wait_event_type = 'Lock'`
      expect(row?.['n']).toBe(5)
    }, PATIENTLY)
    expect(await cairn.send({ path: '/readyz' })).toMatchObject({ status: 200, json: { status: 'busy' } })
    return { waiting }
  })
  await signIns.waiting
  await vi.waitFor(
    async () => expect((await cairn.send({ path: '/readyz' })).json).toMatchObject({ status: 'ready' }),
    PATIENTLY,
  )
})

it('a secret address stands in no line of the log, however it is spelled', async () => {
  const address = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'
  const encoded = address.replaceAll(/./g, (digit) => `%${digit.charCodeAt(0).toString(16)}`)
  const spelled = [address, address.toUpperCase(), encoded, encoded.replaceAll('%', '%25')]
  const places = [
    '/p/',
    '//p//',
    '/%70/',
    '/P/',
    '/p%2F',
    '/x/../p/',
    '/functions/v1/ping/',
    '/functions/v1//ping/',
    '/x',
    '/x?to=/p/',
  ]
  for (const place of places) {
    for (const text of spelled)
      await cairn.send({ path: `${place}${text}/start`, headers: { referer: `http://x/p/${text}` } })
  }
  await cairn.send({ path: '/nowhere/at-the-end' })
  await vi.waitFor(() => expect(lines().map(({ path }) => path)).toContain('/nowhere/at-the-end'), PATIENTLY)
  const written = readFileSync(log, 'utf8').toLowerCase()
  expect(written).toContain('/p/***')
  for (const text of spelled) expect(written).not.toContain(text.slice(0, text.length / 2).toLowerCase())
})

it('a check with the service key or the token of monitoring learns how backups go, and no other does', async () => {
  const ask = async (headers: Record<string, string>) => (await cairn.send({ path: '/readyz', headers })).json
  for (const headers of [{ apikey: SERVICE_KEY }, { authorization: `Bearer ${METRICS_TOKEN}` }])
    expect(await ask(headers)).toMatchObject({
      status: 'ready',
      backups: { last, lastGoodAt: last.at },
      wal: null,
    })
  for (const headers of [
    {},
    { apikey: cairn.server.publishableKey },
    { authorization: `Bearer ${METRICS_TOKEN}0` },
  ])
    for (const part of ['backups', 'wal']) expect(await ask(headers)).not.toHaveProperty(part)
})
