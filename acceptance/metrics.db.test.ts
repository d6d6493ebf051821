import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '@cairn/testing/free-port'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson, PASSWORD } from '@cairn/testing/people'
import { postgresProcesses, signalAll } from '@cairn/testing/postgres-processes'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cairn, openCairn } from './support/cairn.ts'

const TOKEN = randomBytes(24).toString('base64url')
let port: number
let cairn: Cairn

beforeAll(async () => {
  port = await freePort()
  cairn = await openCairn({ METRICS_PORT: String(port), CAIRN_TRUSTED_PROXIES: '127.0.0.1' })
})

afterAll(() => cairn.close())

const ask = (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`)
const figures = async () => (await ask()).text()

/** The value of a figure; null where it is not shown. */
async function figure(name: string): Promise<number | null> {
  const line = (await figures()).split('\n').find((one) => one.startsWith(`${name} `))
  return line === undefined ? null : Number(line.slice(name.length))
}

describe('figures on a port of their own', () => {
  it('are text as Prometheus reads it, and nothing else is there', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/rest/v1/systems')).status).toBe(404)
  })

  it('are not at the served port', async () => {
    expect((await cairn.send({ path: '/metrics' })).status).toBe(404)
  })

  it('count requests and sign-ins, and name neither who they were nor what they read', async () => {
    const { email } = await arrangePerson(cairn.database, { email: 'ada@seen.example', name: 'Ada' })
    const { client, userId } = await cairn.signedIn({ email })
    await client.from('systems').select('id').eq('name', 'A secret name')
    await client.auth.signInWithPassword({ email, password: `not ${PASSWORD}` })
    const text = await figures()
    expect(text).toContain('cairn_requests_total{route="rest",method="GET",status="200"} 1')
    expect(text).toContain('cairn_requests_total{route="auth token",method="POST",status="200"} 1')
    expect(text).toContain('cairn_requests_total{route="auth token",method="POST",status="400"} 1')
    expect(text).toContain('cairn_events_total{part="auth",event="signed-in"} 1')
    for (const secret of [email, userId, 'seen.example', 'secret name', 'systems'])
      expect(text).not.toContain(secret)
  })

  it('tell of pools, hashing, queues, jobs and the database', async () => {
    await vi.waitFor(
      async () =>
        expect(await figures()).toMatch(/^cairn_job_last_success_timestamp_seconds\{job="count records"\}/m),
      PATIENTLY,
    )
    expect(await figure('cairn_pool_size{pool="cairn requests"}')).toBe(10)
    expect(await figure('cairn_hashing_waiting')).toBe(0)
    expect(await figure('cairn_queue_oldest_seconds{queue="mails"}')).not.toBeNull()
    expect(await figure('cairn_queue_waiting{queue="webhooks"}')).toBe(0)
    expect(await figure('cairn_queue_waiting{queue="jobs"}')).not.toBeNull()
    expect(await figure('cairn_database_up')).toBe(1)
    expect(await figure('cairn_database_size_bytes')).toBeGreaterThan(1_000_000)
    expect(await figure('cairn_database_oldest_transaction_seconds')).not.toBeNull()
    expect(await figure('cairn_job_runs_total{job="note time",outcome="done"}')).toBeGreaterThan(0)
  })

  it('are shown while the database is away, too', async () => {
    const pids = postgresProcesses(join(cairn.server.dataDir, 'postgres', 'data'))
    signalAll(pids, 'SIGSTOP')
    try {
      await vi.waitFor(async () => expect(await figure('cairn_database_up')).toBe(0), PATIENTLY)
      expect(await figure('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
    } finally {
      signalAll(pids, 'SIGCONT')
    }
    await vi.waitFor(async () => expect(await figure('cairn_database_up')).toBe(1), PATIENTLY)
  })
})

it('the id that a trusted proxy gave a request is answered', async () => {
  const given = 'a1b2c3d4e5f60718'
  const { headers } = await cairn.send({ path: '/healthz', headers: { 'x-request-id': given } })
  expect(headers['x-request-id']).toBe(given)
  const other = await cairn.send({ path: '/healthz', headers: { 'x-request-id': 'no id' } })
  expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

describe('figures at the served port', () => {
  let other: Cairn
  beforeAll(async () => {
    other = await openCairn({ METRICS_TOKEN: TOKEN, CAIRN_PROCESSES: '2' })
  })
  afterAll(() => other.close())

  const read = (authorization?: string) =>
    other.send({ path: '/metrics', ...(authorization !== undefined && { headers: { authorization } }) })

  it('are read by who shows the token; for all others there is nothing', async () => {
    expect((await read(`Bearer ${TOKEN}`)).text).toContain('cairn_database_up 1')
    const nothing = await read()
    expect(nothing.status).toBe(404)
    for (const wrong of ['Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`]) {
      const { status, text } = await read(wrong)
      expect([status, text]).toEqual([404, nothing.text])
    }
  })

  it('are those of all processes, whichever answers', async () => {
    for (let count = 0; count < 12; count += 1) await other.send({ path: '/auth/v1/settings' })
    for (let count = 0; count < 4; count += 1) {
      // A process that is too busy to tell is left out.
      await vi.waitFor(async () => {
        const { text } = await read(`Bearer ${TOKEN}`)
        expect(text).toContain('cairn_requests_total{route="auth settings",method="GET",status="200"} 12')
        expect(text).toContain('cairn_pool_size{pool="cairn requests"} 10')
      }, PATIENTLY)
    }
  })
})
