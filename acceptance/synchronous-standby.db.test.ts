import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startThatEnds } from '@cairn/testing/ended-start'
import { type EmbeddedPostgres, openEmbedded } from '@cairn/testing/kept-postgres'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { scratchFolder } from '@cairn/testing/scratch-folder'
import { type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { sendTo } from './support/raw-http.ts'

const POSTGRES_15 = process.env['CAIRN_POSTGRES_15'] ?? '/usr/lib/postgresql/15/bin'
const OLDEST = { initdb: join(POSTGRES_15, 'initdb'), postgres: join(POSTGRES_15, 'postgres') }
const SERVERS = [
  { name: 'the built-in Postgres', options: {} },
  ...(existsSync(OLDEST.postgres) ? [{ name: 'Postgres 15', options: { binaries: OLDEST } }] : []),
]
const SECRET = 'the secret of a server with a standby'
/** A limit of some seconds (docs/operate/database.md), and as many more for a busy machine; not forever. */
const ANSWERED_WITHIN_MS = 20_000

const session = z.object({ access_token: z.string() })

describe.each(SERVERS)('a synchronous standby of $name', ({ options }) => {
  const folder = scratchFolder('cairn-standby-')
  let primary: EmbeddedPostgres
  let standby: EmbeddedPostgres
  let server: ServerProcess
  let sql: postgres.Sql
  let headers: Record<string, string>

  const startStandby = async () => {
    const { host, port, user, password } = primary.admin
    const primary_conninfo = `host=${host} port=${port} user=${user} password=${password} application_name=twin`
    const settings = { hot_standby: 'on', primary_conninfo }
    standby = await openEmbedded({ ...options, folder: join(folder, 'standby'), settings })
  }
  const setNames = async (names: string) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '${names}'`)
    await sql`select pg_reload_conf()`
  }
  const databaseUrl = () => {
    const { user, password, database, host, port } = primary.admin
    return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  }
  const send = (method: string, path: string, body?: object) =>
    sendTo(server.url, { method, path, headers, ...(body === undefined ? {} : { body }) })
  const write = (name: string) => send('POST', '/rest/v1/systems', { name })
  const read = () => send('GET', '/rest/v1/systems?select=name&order=name')
  const ready = async () => (await send('GET', '/readyz')).json
  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    const answer = await work()
    expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN_MS)
    return answer
  }

  beforeAll(async () => {
    primary = await openEmbedded({ ...options, folder: join(folder, 'primary') })
    await primary.stop()
    execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, 'standby')])
    writeFileSync(join(folder, 'standby', 'postgres', 'data', 'standby.signal'), '')
    primary = await openEmbedded({ ...options, folder: join(folder, 'primary') })
    sql = postgres({ ...primary.admin, ssl: false, max: 2, onnotice: () => {} })
    await startStandby()
    server = await startServerProcess({
      DATABASE_URL: databaseUrl(),
      CAIRN_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    })
    const { email } = await arrangePerson(sql, { email: 'ada@acme.example', name: 'Ada' })
    headers = { apikey: server.publishableKey }
    const signedIn = await send('POST', '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
    headers = { ...headers, authorization: `Bearer ${session.parse(signedIn.json).access_token}` }
    await setNames('twin')
    await vi.waitFor(async () => expect((await write('Before')).status).toBe(201), PATIENTLY)
  })

  afterAll(async () => {
    // Without the name nothing waits for the standby during the cleanup.
    await setNames('')
    await server?.dispose()
    await sql.end({ timeout: 1 })
    await standby.stop()
    await primary.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('makes no difference while it is there', async () => {
    expect(await ready()).toMatchObject({ status: 'ready' })
  })

  it('gets writes 503 in time while it is gone, and reads go on; writes go on when it is back', async () => {
    await standby.stop()
    const writes = await timed(() =>
      Promise.all(Array.from({ length: 30 }, (_, count) => write(`Meanwhile ${count}`))),
    )
    for (const answer of writes) {
      expect(answer).toMatchObject({ status: 503, json: { code: 'PGRST002', details: null, hint: null } })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(writes.map(({ text }) => text).join()).toContain('Look whether it is there before you repeat it.')

    const reads = await timed(() => Promise.all(Array.from({ length: 30 }, read)))
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await timed(() => send('GET', '/auth/v1/user'))).status).toBe(200)
    expect(await timed(() => send('GET', '/readyz'))).toMatchObject({
      status: 200,
      json: { status: 'synchronous standby missing' },
    })
    const signIn = () =>
      send('POST', '/auth/v1/token?grant_type=password', { email: 'ada@acme.example', password: PASSWORD })
    expect(await timed(signIn)).toMatchObject({
      status: 503,
      json: { error_code: 'service_unavailable' },
    })
    const waiting = async () => sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`
    // The server's own writes, from before the first write was seen to wait, end in their own time.
    await expect
      .poll(async () => (await waiting()).length, {
        ...PATIENTLY,
        message: 'One tries whether commits come back.',
      })
      .toBeLessThanOrEqual(1)

    await startStandby()
    await expect.poll(ready, PATIENTLY).toMatchObject({ status: 'ready' })
    expect((await write('Afterwards')).status).toBe(201)
    expect((await signIn()).status).toBe(200)
  })

  it('ends a start with a sentence while it is gone', async () => {
    await setNames('nobody')
    const { code, said } = await startThatEnds({
      DATABASE_URL: databaseUrl(),
      CAIRN_SECRET: SECRET,
      CAIRN_DATA_DIR: join(folder, 'second'),
      START_TIMEOUT: '2',
    })
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^Postgres confirms no write: it waits for a synchronous standby \(synchronous_standby_names is nobody\)\. .*\n$/,
      ),
    })
    await expect
      .poll(
        async () =>
          sql`select pid from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'cairn start'`,
        PATIENTLY,
      )
      .toHaveLength(0)
    await setNames('')
    await expect.poll(ready, PATIENTLY).toMatchObject({ status: 'ready' })
  })
})
