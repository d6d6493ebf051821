import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { PATIENTLY } from '@cairn/testing/patience'
import { openRelay } from '@cairn/testing/relay'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDelivery, type Delivery } from '../src/delivery.ts'
import type { DeliveryEvent } from '../src/events.ts'
import type { Priority } from '../src/port/priority.ts'
import { DEFAULT_SMS_TEMPLATES } from '../src/port/templates.ts'
import { listMessagesSetAside, retryMessagesSetAside } from '../src/set-aside.ts'

const database = await testDatabase('auth')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 4, name: 'lanes under test' })
const server = privileged(pool)
const open: { close(): Promise<void> }[] = []
let events: DeliveryEvent[] = []

beforeEach(async () => {
  await admin`delete from auth.mail_queue`
  events = []
})
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})
afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

/** Nothing here is secret. */
const SEALER = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Uint8Array) => Buffer.from(sealed).toString(),
}
const TEMPLATE = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }

function openDelivery(smtpUrl: string, connections: number): Delivery {
  const delivery = createDelivery({
    database: server,
    publicUrl: 'http://cairn.test',
    sealer: SEALER,
    mail: { from: 'Cairn <cairn@cairn.test>', smtpUrl, outboxDir: null, connections },
    mailTemplates: { en: { any: TEMPLATE } },
    twilio: null,
    smsTemplates: { en: DEFAULT_SMS_TEMPLATES },
    observe: (event) => events.push(event),
  })
  open.push(delivery)
  return delivery
}

async function relay(options: Parameters<typeof openRelay>[0] = {}) {
  const opened = await openRelay(options)
  open.push(opened)
  return opened
}

const queue = ({ mail }: Delivery, to: string, priority: Priority, template = 'any') =>
  server.transaction((tx) =>
    mail.enqueueNotice(tx, { template, priority, to, language: 'en', data: {}, unsubscribeUrl: null }),
  )

const queued = () => admin`select recipient, attempts from auth.mail_queue order by recipient`
const isEmpty = () => vi.waitFor(async () => expect(await queued()).toHaveLength(0), PATIENTLY)

describe('mails go out', () => {
  test('in the order of what somebody waits for, whenever they were queued', async () => {
    const mails = await relay()
    const delivery = openDelivery(mails.url, 1)
    for (const priority of ['digest', 'notice', 'awaited'] as const)
      for (const name of ['first', 'second']) await queue(delivery, `${name}@${priority}.test`, priority)
    delivery.start()
    await isEmpty()
    expect(mails.taken.map(({ to }) => to)).toEqual([
      'first@awaited.test',
      'second@awaited.test',
      'first@notice.test',
      'second@notice.test',
      'first@digest.test',
      'second@digest.test',
    ])
  })

  test('while a receiver hangs: it holds one connection, and its next mail waits for that', async () => {
    const mails = await relay({ hangs: (to) => to.endsWith('@hangs.test') })
    const delivery = openDelivery(mails.url, 3)
    await queue(delivery, 'one@hangs.test', 'awaited')
    delivery.start()
    await vi.waitFor(() => expect(mails.hanging).toBe(1), PATIENTLY)
    // Its lease is renewed for longer than a message takes as a rule: now it is known.
    const leasedUntil = async () => {
      const [row] = await admin<{ until: Date }[]>`select next_attempt_at as until from auth.mail_queue`
      return row?.until.getTime() ?? 0
    }
    const first = await leasedUntil()
    await vi.waitFor(async () => expect((await leasedUntil()) - first).toBeGreaterThan(5_500), PATIENTLY)
    for (let number = 0; number < 6; number += 1) {
      await queue(delivery, `${number}@hangs.test`, 'awaited')
      await queue(delivery, `${number}@fine.test`, 'digest')
    }
    delivery.mail.wake()
    // The relay has a mail before it leaves the queue.
    await vi.waitFor(async () => expect(await queued()).toHaveLength(7), PATIENTLY)
    expect(mails.taken).toHaveLength(6)
    expect(mails.hanging).toBe(1)
  })

  test('to others at once, however many mails to one receiver hang from the first', async () => {
    const mails = await relay({ hangs: (to) => to.endsWith('@hangs.test') })
    const delivery = openDelivery(mails.url, 3)
    for (let number = 0; number < 6; number += 1) await queue(delivery, `${number}@hangs.test`, 'awaited')
    delivery.start()
    await vi.waitFor(() => expect(mails.hanging).toBe(2), PATIENTLY)
    await queue(delivery, 'somebody@fine.test', 'awaited')
    delivery.mail.wake()
    await mails.untilTaken('somebody@fine.test', PATIENTLY.timeout)
    expect(mails.hanging).toBe(2)
  })

  test('past digests that hang on all of their connections', async () => {
    const mails = await relay({ hangs: (to) => to.startsWith('digest') })
    const delivery = openDelivery(mails.url, 3)
    for (let number = 0; number < 9; number += 1) await queue(delivery, `digest@${number}.test`, 'digest')
    delivery.start()
    await vi.waitFor(() => expect(mails.hanging).toBe(2), PATIENTLY)
    await queue(delivery, 'ada@waits.test', 'awaited')
    delivery.mail.wake()
    await mails.untilTaken('ada@waits.test', PATIENTLY.timeout)
    expect(mails.hanging).toBe(2)
  })

  test.each([1, 3])('over %i connections at most', async (connections) => {
    const mails = await relay({ tookMs: 20 })
    const delivery = openDelivery(mails.url, connections)
    for (let number = 0; number < 12; number += 1) await queue(delivery, `ada@${number}.test`, 'awaited')
    delivery.start()
    await isEmpty()
    expect(mails.taken).toHaveLength(12)
    expect(mails.mostAtOnce).toBe(connections)
  })

  test('once each, though several servers send', async () => {
    const mails = await relay({ tookMs: 5 })
    const deliveries = [1, 2, 3].map(() => openDelivery(mails.url, 2))
    const [first] = deliveries
    if (first === undefined) throw new Error('There is no server.')
    for (let number = 0; number < 30; number += 1) await queue(first, `ada@${number}.test`, 'notice')
    for (const delivery of deliveries) delivery.start()
    await isEmpty()
    expect(new Set(mails.taken.map(({ to }) => to)).size).toBe(30)
    expect(mails.taken).toHaveLength(30)
  })
})

describe('a mail that cannot be put together', () => {
  const dueNow = () => admin`update auth.mail_queue set next_attempt_at = now()`
  const aside = () => server.statement(listMessagesSetAside)

  test('is set aside after three attempts beside others that go out, and goes out when it is mended and retried', async () => {
    const mails = await relay()
    const delivery = openDelivery(mails.url, 2)
    await queue(delivery, 'ada@poisoned.test', 'awaited', 'missing')
    await queue(delivery, 'ada@fine.test', 'digest')
    delivery.start()
    await mails.untilTaken('ada@fine.test', PATIENTLY.timeout)
    for (const attempt of [1, 2, 3]) {
      await vi.waitFor(async () => {
        expect(await queued()).toMatchObject([{ attempts: attempt }])
        expect(events.filter(({ kind }) => kind === 'mail-failed')).toHaveLength(attempt)
      }, PATIENTLY)
      if (attempt < 3) await dueNow()
      delivery.mail.wake()
    }
    await vi.waitFor(
      async () =>
        expect(await aside()).toMatchObject([
          { template: 'missing', attempts: 3, error: 'There is no mail template "missing".' },
        ]),
      PATIENTLY,
    )
    expect(events.map(({ kind }) => kind)).toContain('mail-set-aside')
    expect(JSON.stringify(await aside())).not.toContain('poisoned.test')
    expect(await delivery.oldestMessageSeconds()).toBeNull()

    await admin`update auth.mail_queue set template = 'any'`
    expect(await server.statement(retryMessagesSetAside)).toBe(1)
    delivery.mail.wake()
    await mails.untilTaken('ada@poisoned.test', PATIENTLY.timeout)
    await isEmpty()
  })

  test('is tried once more by the next server: a newer version may know its template', async () => {
    const mails = await relay()
    const delivery = openDelivery(mails.url, 2)
    await queue(delivery, 'ada@newer.test', 'awaited', 'missing')
    await admin`update auth.mail_queue set set_aside_at = now(), error = 'Planted.', attempts = 3`
    delivery.start()
    await vi.waitFor(async () => expect(await aside()).toMatchObject([{ attempts: 4 }]), PATIENTLY)
    await delivery.close()
    await admin`update auth.mail_queue set template = 'any'`
    openDelivery(mails.url, 2).start()
    await mails.untilTaken('ada@newer.test', PATIENTLY.timeout)
  })
})
