import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { DeliveryEvent } from '../src/events.ts'
import { allowedHosts } from '../src/guarded-fetch/allowed-hosts.ts'
import { createGuardedFetch } from '../src/guarded-fetch/guarded-fetch.ts'
import { createWebhookSender, type WebhookSender } from '../src/webhooks/sender.ts'

const database = await testDatabase('product')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 4, name: 'webhooks under test' })
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
/** Nothing here is secret. */
const SEALER = {
  seal: (text: string, place: string) => Buffer.from(`${place} ${text}`),
  open: (sealed: Uint8Array, place: string) =>
    Buffer.from(sealed)
      .toString()
      .slice(place.length + 1),
}

interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let account: string
let owner: string
let receiver: Server
let port: number
let received: Received[] = []
let answer: (request: Received, response: ServerResponse) => void
let events: DeliveryEvent[] = []
const open: WebhookSender[] = []

beforeAll(async () => {
  owner = (await arrangePerson(admin, { email: 'ada@acme.example', name: 'Ada' })).id
  const [row] = await admin`select account_id from public.account_members where user_id = ${owner}`
  account = String(row?.['account_id'])
  receiver = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    answer(one, response)
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const bound = receiver.address()
  if (bound === null || typeof bound === 'string') throw new Error('The receiver has no port.')
  port = bound.port
})
beforeEach(async () => {
  received = []
  events = []
  answer = (_request, response) => response.end('thanks')
  await admin`delete from public.webhooks`
  await admin`delete from private.webhook_queue`
  await admin`delete from public.webhook_deliveries`
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

const everyName: LookupFunction = (_name, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])

function openSender(lookup = everyName): WebhookSender {
  const sender = createWebhookSender({
    database: privileged(pool),
    sealer: SEALER,
    fetch: createGuardedFetch({ allowed: allowedHosts(['receiver.inner', 'dead.inner']), lookup }),
    linkOf: (kind, id) => `https://cairn.test/${kind}/${id}`,
    observe: (event) => events.push(event),
  })
  open.push(sender)
  return sender
}

async function addWebhook({ path = '/hook', host = 'receiver.inner', format = 'standard', url = '' } = {}) {
  const [row] = await admin`
    with made as (
      insert into public.webhooks (account_id, name, url, format, events, owner_id)
      values (
        ${account}, 'Hook', ${url === '' ? `http://${host}:${port}${path}` : url}, ${format},
        array['record.created', 'record.changed', 'owner.changed'], ${owner}
      )
      returning account_id, id
    ),
    work as (insert into private.webhook_work (account_id, webhook_id) select account_id, id from made),
    secrets as (
      insert into private.webhook_secrets (account_id, webhook_id, number, secret)
      select account_id, id, 1, ${SECRET} from made
    )
    select id from made`
  return String(row?.['id'])
}

async function addSystem(name: string): Promise<string> {
  const [row] = await admin`
    insert into public.systems (account_id, name, created_by, owner_id) values (${account}, ${name}, ${owner}, ${owner})
    returning id`
  return String(row?.['id'])
}

const describeSystem = (id: string, text: string) =>
  admin`update public.systems set description = ${text} where id = ${id}`

const waiting = async () => {
  const [row] = await admin<{ count: number }[]>`select count(*)::int as count from private.webhook_queue`
  return row?.count
}
const log = () => admin<
  { failure: string | null; status: number | null; attempt: number; answer_body: string | null }[]
>`
  select failure, status, attempt, answer_body from public.webhook_deliveries order by at, id`
const pausedOf = async (id: string) => {
  const [row] = await admin<{ paused: string | null }[]>`select paused from public.webhooks where id = ${id}`
  return row?.paused
}
/** Makes postponed events due. */
const goOn = async () => {
  await admin`update private.webhook_work set next_at = now() - interval '1 second'`
  await admin`update private.webhook_queue set next_at = now() - interval '1 second'`
}
const happened = z.looseObject({
  type: z.string(),
  data: z.looseObject({ record: z.looseObject({ name: z.string() }).optional() }),
})
const bodies = () => received.map(({ body }) => happened.parse(JSON.parse(body)))

describe('a delivery', () => {
  test('says what happened, and the library of Standard Webhooks verifies it', async () => {
    await addWebhook()
    const system = await addSystem('ERP')
    openSender().start()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENTLY)
    const [first] = received
    if (first === undefined) throw new Error('Nothing was received.')
    const headers = Object.fromEntries(
      Object.entries(first.headers).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(SECRET).verify(first.body, headers)).toEqual({
      type: 'record.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        record: { kind: 'system', id: system, name: 'ERP', url: `https://cairn.test/system/${system}` },
        actor: null,
      },
    })
    expect(await log()).toEqual([{ failure: null, status: 200, attempt: 1, answer_body: 'thanks' }])
  })

  test('is signed with both secrets while one is rotated, and both are kept sealed', async () => {
    const id = await addWebhook()
    const next = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    await admin`update private.webhook_secrets set until = now() + interval '1 day' where webhook_id = ${id}`
    await admin`
      insert into private.webhook_secrets (account_id, webhook_id, number, secret)
      values (${account}, ${id}, 2, ${next})`
    await addSystem('CRM')
    openSender().start()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENTLY)
    const headers = Object.fromEntries(
      Object.entries(received[0]?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    for (const secret of [SECRET, next])
      expect(new Webhook(secret).verify(received[0]?.body ?? '', headers)).toBeTruthy()
    const [row] =
      await admin`select count(*)::int as open from private.webhook_secrets where secret is not null`
    expect(row?.['open']).toBe(0)
  })

  test('comes in order for each record, also after a failure, and with the same id at each attempt', async () => {
    await addWebhook()
    const system = await addSystem('Ledger')
    await describeSystem(system, 'one')
    await describeSystem(system, 'two')
    let refused = false
    answer = (_request, response) => {
      response.writeHead(refused ? 200 : 503).end()
      refused = true
    }
    openSender().start()
    await vi.waitFor(() => expect(received).toHaveLength(1), PATIENTLY)
    await vi.waitFor(async () => expect(await log()).toHaveLength(1), PATIENTLY)
    await goOn()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENTLY)
    expect(bodies().map(({ type }) => type)).toEqual([
      'record.created',
      'record.created',
      'record.changed',
      'record.changed',
    ])
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
    expect((await log()).map(({ failure, attempt }) => [failure, attempt])).toEqual([
      ['answer', 1],
      [null, 2],
      [null, 1],
      [null, 1],
    ])
  })

  test('holds back only events of the same record when its receiver refuses it', async () => {
    await addWebhook()
    const poison = await addSystem('Poison')
    await describeSystem(poison, 'more')
    await addSystem('Harmless')
    answer = ({ body }, response) => response.writeHead(body.includes('Poison') ? 422 : 200).end()
    openSender().start()
    await vi.waitFor(
      () => expect(bodies().map(({ data }) => data.record?.name)).toContain('Harmless'),
      PATIENTLY,
    )
    expect(
      bodies().filter(({ type, data }) => type === 'record.changed' && data.record?.name === 'Poison'),
    ).toEqual([])
  })
})

describe('a receiver', () => {
  test('gets no more requests after a 410, and its owner is notified', async () => {
    const id = await addWebhook()
    await addSystem('Gone')
    answer = (_request, response) => response.writeHead(410).end()
    openSender().start()
    await vi.waitFor(async () => expect(await pausedOf(id)).toBe('gone'), PATIENTLY)
    const told = await admin`
      select user_id, payload from public.notifications where kind = 'webhook_paused'`
    expect(told).toEqual([{ user_id: owner, payload: { name: 'Hook', reason: 'gone' } }])
    expect(events).toContainEqual({ kind: 'webhook-paused', webhookId: id, reason: 'gone' })
    await addSystem('Not told of')
    expect(received).toHaveLength(1)
  })

  test('is paused after three days of failures', async () => {
    const id = await addWebhook()
    await addSystem('Failing')
    answer = (_request, response) => response.writeHead(500).end('x'.repeat(5_000))
    await admin`update private.webhook_work set failures = 200, failing_since = now() - interval '3 days'`
    openSender().start()
    await vi.waitFor(async () => expect(await pausedOf(id)).toBe('failing'), PATIENTLY)
    expect((await log())[0]?.answer_body).toHaveLength(2_000)
  })

  test('is not followed when it redirects', async () => {
    await addWebhook()
    await addSystem('Elsewhere')
    answer = (_request, response) =>
      response.writeHead(307, { location: `http://receiver.inner:${port}/other` }).end()
    openSender().start()
    await vi.waitFor(
      async () => expect(await log()).toMatchObject([{ failure: 'redirect', status: 307 }]),
      PATIENTLY,
    )
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
  })

  test('is not asked on an inner network, whatever its name says', async () => {
    await addWebhook({ url: 'https://public.example/hook' })
    await addWebhook({ url: 'https://169.254.169.254/latest/meta-data' })
    await addSystem('Inner')
    openSender().start()
    await vi.waitFor(
      async () =>
        expect((await log()).map(({ failure }) => failure)).toEqual(['address_refused', 'address_refused']),
      PATIENTLY,
    )
    expect(received).toEqual([])
  })

  test('delays no other when it never answers', async () => {
    await addWebhook({ host: 'dead.inner', path: '/dead' })
    await addWebhook({ path: '/alive' })
    answer = ({ path }, response) => {
      if (path === '/alive') response.end()
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => addSystem(`System ${at}`)))
    openSender().start()
    await vi.waitFor(() => expect(received.filter(({ path }) => path === '/alive')).toHaveLength(20), {
      ...PATIENTLY,
      timeout: 9_000,
    })
  })
})

test('another server sends the events of a killed one', async () => {
  await addWebhook()
  await addSystem('Orphan')
  // This is the state that a server leaves when it is killed in the middle of a delivery.
  await admin`update private.webhook_work set lease = gen_random_uuid(), leased_until = now() + interval '2 seconds'`
  openSender().start()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { ...PATIENTLY, timeout: 9_000 })
  expect(received).toHaveLength(1)
})

test('a clock that was set back by an hour keeps nothing waiting', async () => {
  await addWebhook()
  await addSystem('Late')
  await admin`
    update private.webhook_work
    set next_at = now() + interval '3 hours', leased_until = now() + interval '3 hours', failures = 1`
  await admin`update private.webhook_queue set attempts = 1, next_at = now() + interval '3 hours'`
  openSender().start()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENTLY)
})

test('an event that is sent by hand is sent while the webhook is paused, and once', async () => {
  const id = await addWebhook()
  await admin`update public.webhooks set paused = 'by_hand'`
  answer = (_request, response) => response.writeHead(500).end()
  await admin`
    insert into private.webhook_queue (account_id, webhook_id, subject, event, payload, by_hand)
    values (${account}, ${id}, ${id}, 'test', '{"type": "test", "timestamp": "2027-01-01T00:00:00Z", "data": {}}', true)`
  openSender().start()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), PATIENTLY)
  expect(await log()).toMatchObject([{ failure: 'answer', status: 500, attempt: 1 }])
  expect(await pausedOf(id)).toBe('by_hand')
})
