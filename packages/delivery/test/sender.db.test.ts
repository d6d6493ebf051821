import { openPool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import type { DeliveryEvent } from '../src/events.ts'
import { createMailQueue } from '../src/mail/queue.ts'
import { DEFAULT_SMS_TEMPLATES } from '../src/port/templates.ts'
import { createMessageSender } from '../src/sender.ts'

const database = await testDatabase('auth')
const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
const pool = openPool({ target: database.authAdmin, size: 3, name: 'sender under test' })

afterAll(async () => {
  await Promise.all([admin.end(), pool.close()])
  await database.drop()
})

const PATIENTLY = { timeout: 30_000 }
/** Nothing here is secret. */
const SEALER = {
  seal: (text: string) => Buffer.from(text),
  open: (sealed: Uint8Array) => Buffer.from(sealed).toString(),
}

test('a mail that cannot even be put back leaves the others their leases, and is in the log', async () => {
  const queue = createMailQueue({ publicUrl: 'http://cairn.test', sealer: SEALER, wake: () => {} })
  for (const email of ['stuck@example.org', 'slow@example.org']) {
    const mail = { to: email, language: 'en', data: {}, token: null }
    await privileged(pool).transaction((tx) => queue.enqueue(tx, 'confirmation', mail))
  }
  // The first attempt is counted with the lease; only putting the mail back is refused.
  await admin.unsafe(`
    create function public.refuse_stuck() returns trigger language plpgsql as $$
      begin
        if new.recipient = 'stuck@example.org' and new.attempts = old.attempts then
          raise exception 'This one stays.';
        end if;
        return new;
      end $$;
    create trigger refuse_stuck before update on auth.mail_queue for each row execute function public.refuse_stuck()`)
  const events: DeliveryEvent[] = []
  const begun: string[] = []
  let deliver = () => {}
  const delivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const sender = createMessageSender({
    database: privileged(pool),
    mailConnections: 2,
    sealer: SEALER,
    templates: { en: { confirmation: { subject: 'Confirm', html: '<p>Confirm</p>', text: 'Confirm' } } },
    sms: {
      transport: { channels: [], send: () => Promise.reject(new Error('No SMS here.')) },
      templates: { en: DEFAULT_SMS_TEMPLATES },
    },
    observe: (event) => events.push(event),
    transport: {
      close() {},
      async send({ to }) {
        begun.push(to)
        if (to === 'stuck@example.org') throw new Error('No mail server.')
        await delivered
      },
    },
  })
  const slow = async () => {
    const [row] = await admin<{ attempts: number; until: Date }[]>`
      select attempts, next_attempt_at as until from auth.mail_queue where recipient = 'slow@example.org'`
    return row
  }
  sender.start()
  await vi.waitFor(
    () => expect(events).toContainEqual(expect.objectContaining({ kind: 'mail-failed' })),
    PATIENTLY,
  )
  const leased = (await slow())?.until ?? new Date(0)
  // Long after the other one failed its lease is still being renewed.
  await vi.waitFor(async () => {
    const until = (await slow())?.until ?? new Date(0)
    expect(until.getTime() - leased.getTime()).toBeGreaterThan(2_500)
  }, PATIENTLY)
  expect((await slow())?.attempts).toBe(1)
  deliver()
  await vi.waitFor(
    () =>
      expect(events).toContainEqual(
        expect.objectContaining({ kind: 'background-failed', task: 'mail', cause: expect.any(Error) }),
      ),
    PATIENTLY,
  )
  await vi.waitFor(async () => expect(await slow()).toBeUndefined(), PATIENTLY)
  expect(begun.filter((to) => to === 'slow@example.org')).toHaveLength(1)
  await sender.close()
})
