import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { arrangePerson } from '@cairn/testing/people'
import { startServerProcess } from '@cairn/testing/server-process'
import postgres from 'postgres'
import { extent } from './support/extent.ts'
import { heading, line, lineWithAim, milliseconds, perSecond } from './support/print.ts'
import { openReceiver, type Receiver } from './webhooks/receiver.ts'

/** Fewer show that it works; `QUEUED=10000 npm run bench -- webhooks`. */
const QUEUED = extent(1_000_000, 2_000, 'QUEUED')
const WRITERS = 16
const WRITE_MS = extent(8_000, 500, 'WRITE_MS')
const ROUNDS = extent(3, 1)
/** The number of records that one act of a user changes in a list; each is an event. */
const RECORDS_AT_ONCE = 10
const DELIVERIES = extent(4_000, 200)
const WEBHOOKS = 20
const EVENTS = 1_000
const SLOWER = 0.1
const A_SECOND = 200
const DELAY_MS = 2_000
const QUERY_MS = 50
const TIMES = 20
const PROBES = extent(20, 2)
const LOOK_EVERY_MS = 25

/**
 * Measures the cost of webhooks for writers, the rate of deliveries, the delay by a dead receiver, and a long queue.
 */
export async function measureWebhooks(): Promise<void> {
  const receiver = await openReceiver()
  const server = await startServerProcess({ LOG_LEVEL: 'silent', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' })
  const sql = postgres({ ...server.admin(), ssl: false, max: WRITERS, onnotice: () => {} })
  try {
    const { id } = await arrangePerson(sql, { email: 'ada@bench.example', name: 'Ada Example' })
    await sql`
      insert into public.systems (account_id, name, created_by)
      select account_id, 'System ' || n, user_id
      from public.account_members, generate_series(1, 3200) n where user_id = ${id}`
    await measureWriters(sql, receiver)
    await measureDeliveries(sql, receiver)
    await measureDeadReceiver(sql, receiver)
    await measureLongQueue(sql, receiver)
  } finally {
    await sql.end({ timeout: 1 })
    await server.dispose()
    await receiver.close()
  }
}

/** Measures with and without webhooks in turn, so that other load of the machine affects both. */
async function measureWriters(sql: postgres.Sql, receiver: Receiver): Promise<void> {
  heading(`Webhooks: ${WRITERS} writers, without and with a webhook of which nothing is delivered yet`)
  const rates = { without: 0, with: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await clear(sql)
    rates.without += await writes(sql)
    await addWebhooks(sql, [receiver.url('/waits')], { rests: true })
    rates.with += await writes(sql)
  }
  const slower = 1 - rates.with / rates.without
  line('records changed a second without', perSecond(rates.without / ROUNDS))
  atLeast('events a second into the queue', rates.with / ROUNDS, EVENTS)
  lineWithAim('slower by', slower, SLOWER, (share) => `${(share * 100).toFixed(1)} %`)
}

/** The number of records that the writers change in a second, each writer separate records. */
async function writes(sql: postgres.Sql): Promise<number> {
  const ids = (await sql<{ id: string }[]>`select id from public.systems order by id`).map(({ id }) => id)
  const parts = ids.length / RECORDS_AT_ONCE
  const end = performance.now() + WRITE_MS
  let done = 0
  const writer = async (_: unknown, place: number) => {
    for (let turn = place; performance.now() < end; turn += WRITERS) {
      const from = (turn % parts) * RECORDS_AT_ONCE
      await sql`
        update public.systems set description = ${`${turn} ${performance.now()}`}
        where id = any(${ids.slice(from, from + RECORDS_AT_ONCE)}::uuid[])`
      done += RECORDS_AT_ONCE
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
  return (done * 1_000) / WRITE_MS
}

async function measureDeliveries(sql: postgres.Sql, receiver: Receiver): Promise<void> {
  heading(`Webhooks: ${DELIVERIES} deliveries to ${WEBHOOKS} receivers`)
  await clear(sql)
  const urls = Array.from({ length: WEBHOOKS }, (_, place) => receiver.url(`/${place}`))
  await addWebhooks(sql, urls, { rests: true })
  await queue(sql, DELIVERIES / WEBHOOKS)
  receiver.received.length = 0
  await sql`update private.webhook_work set next_at = now() - interval '1 second'`
  const began = performance.now()
  await until(async () => receiver.received.length >= DELIVERIES)
  const rate = (DELIVERIES * 1_000) / (performance.now() - began)
  atLeast('deliveries a second', rate, A_SECOND)
}

/** Measures how soon a receiver knows of a change, beside another one that never answers and has a long queue. */
async function measureDeadReceiver(sql: postgres.Sql, receiver: Receiver): Promise<void> {
  heading('Webhooks: beside a receiver that never answers')
  await clear(sql)
  await addWebhooks(sql, [receiver.url('/alive')])
  line('a change is told after, alone', milliseconds(await delayOf(sql, receiver)))
  await addWebhooks(
    sql,
    Array.from({ length: 10 }, (_, place) => receiver.url(`/dead/${place}`)),
  )
  await queue(sql, 100)
  await until(async () => receiver.received.some(({ path }) => path.startsWith('/dead')))
  lineWithAim('beside ten dead ones', await delayOf(sql, receiver), DELAY_MS, milliseconds)
}

/** The slowest of several deliveries. */
async function delayOf(sql: postgres.Sql, receiver: Receiver): Promise<number> {
  const delays = []
  for (let probe = 0; probe < PROBES; probe += 1) {
    const word = `probe ${probe} ${performance.now()}`
    receiver.received.length = 0
    const began = performance.now()
    await sql`insert into public.systems (account_id, name) select id, ${word} from public.accounts limit 1`
    await until(async () =>
      receiver.received.some(({ path, body }) => path === '/alive' && body.includes(word)),
    )
    delays.push(performance.now() - began)
  }
  return Math.max(...delays)
}

async function measureLongQueue(sql: postgres.Sql, receiver: Receiver): Promise<void> {
  heading(`Webhooks: a queue of ${QUEUED}`)
  await clear(sql)
  await addWebhooks(
    sql,
    Array.from({ length: 10 }, (_, place) => receiver.url(`/long/${place}`)),
    { rests: true },
  )
  await queue(sql, QUEUED / 10)
  await sql`vacuum analyze private.webhook_queue`
  const [hook] = await sql<[{ id: string }]>`select id from public.webhooks limit 1`
  await sql`update public.webhooks set paused = 'by_hand' where id <> ${hook.id}`
  const took: Record<'lease' | 'next', number[]> = { lease: [], next: [] }
  for (let time = 0; time < TIMES; time += 1) {
    await sql`update private.webhook_work set next_at = now() - interval '1 second', leased_until = null`
    took.next.push(await timed(() => sql`select * from private.next_for_webhook(${hook.id}, 64)`))
    took.lease.push(await timed(() => sql`select * from private.lease_webhooks(8, true, '{}')`))
  }
  for (const [what, all] of Object.entries(took))
    lineWithAim(`${what}, 95 %`, all.toSorted((a, b) => a - b)[TIMES - 2] ?? 0, QUERY_MS, milliseconds)
}

/** Prints a measurement that must stay above an aim. */
function atLeast(what: string, rate: number, aim: number): void {
  const isMet = rate >= aim
  line(what, perSecond(rate), `at least ${perSecond(aim)}, ${isMet ? 'met' : 'MISSED'}`)
  if (!isMet) process.exitCode = 1
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function clear(sql: postgres.Sql): Promise<void> {
  await sql`delete from public.webhooks`
  await sql`truncate private.webhook_queue, public.webhook_deliveries, private.webhook_remains`
}

async function addWebhooks(
  sql: postgres.Sql,
  urls: readonly string[],
  { rests = false } = {},
): Promise<void> {
  await sql`
    with made as (
      insert into public.webhooks (account_id, name, url, format, events, owner_id)
      select a.id, 'Hook', url, 'standard', array['record.created', 'record.changed'], null
      from public.accounts a, unnest(${[...urls]}::text[]) as url
      returning account_id, id
    ),
    work as (
      insert into private.webhook_work (account_id, webhook_id, next_at)
      select account_id, id, now() + case when ${rests} then interval '1 hour' else interval '0' end from made
    )
    insert into private.webhook_secrets (account_id, webhook_id, number, secret)
    select account_id, id, 1, private.new_webhook_secret() from made`
}

/** Queues so many events for each webhook. */
async function queue(sql: postgres.Sql, each: number): Promise<void> {
  await sql`
    insert into private.webhook_queue (account_id, webhook_id, subject, event, payload)
    select w.account_id, w.id, gen_random_uuid(), 'record.changed', jsonb_build_object(
      'type', 'record.changed', 'timestamp', now(), 'data', jsonb_build_object(
        'record', jsonb_build_object('kind', 'system', 'id', gen_random_uuid(), 'name', 'System ' || n),
        'changed', array['description']
      )
    )
    from public.webhooks w, generate_series(1, ${each}) n`
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(LOOK_EVERY_MS)
}
