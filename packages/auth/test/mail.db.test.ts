import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDelivery } from '@cairn/delivery/delivery'
import { leaseMessage } from '@cairn/delivery/message-queue'
import { DEFAULT_SMS_TEMPLATES } from '@cairn/delivery/port/templates'
import { openMailbox } from '@cairn/testing/mailbox'
import { PATIENTLY } from '@cairn/testing/patience'
import { testDatabase } from '@cairn/testing/test-database'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createSealer } from '../src/tokens/sealing.ts'
import { openSite, PASSWORD, PUBLIC_URL, SETTINGS, type Site } from './support/fixture.ts'

const mailbox = await openMailbox()
const database = await testDatabase('auth')

afterAll(async () => {
  await mailbox.close()
  await database.drop()
})

async function signUp(site: Site, email: string): Promise<void> {
  const response = await site.send('POST', '/signup', { body: { email, password: PASSWORD } })
  expect(response.status).toBe(200)
}

const queueOf = (site: Site, email: string) =>
  site.sql`select id, attempts, next_attempt_at > now() as waits from auth.mail_queue where recipient = ${email}`

async function queueIsEmpty(site: Site, email: string): Promise<void> {
  await vi.waitFor(async () => expect(await queueOf(site, email)).toHaveLength(0), PATIENTLY)
}

const receivedBy = (email: string) =>
  mailbox.messages.filter((message) => message.to?.some((to) => to.address === email))

describe('the language of a mail', () => {
  test.each([
    ['fails', `begin raise exception 'No such table.'; end`],
    ['answers too late', `begin perform pg_sleep(20); return event; end`],
    ['answers what is no language', `begin return '{"language": 42}'::jsonb; end`],
  ])('is what the page asks for where the hook %s, and the log says why', async (what, body) => {
    const name = `language_${what.replaceAll(' ', '_')}`
    const email = `${name}@example.org`
    const { confirmation } = SETTINGS.templates
    const site = await openSite(database, {
      smtpUrl: mailbox.url,
      settings: {
        hooks: { recipientLanguage: { schema: 'public', name } },
        translations: {
          de: {
            mails: { confirmation: { ...confirmation, subject: 'Bitte bestätigen' } },
            sms: DEFAULT_SMS_TEMPLATES,
          },
        },
      },
    })
    await site.sql.unsafe(`
      create function public.${name}(event jsonb) returns jsonb language plpgsql as $$ ${body} $$`)
    const headers = { 'accept-language': 'de' }
    const response = await site.send('POST', '/signup', { body: { email, password: PASSWORD }, headers })
    expect(response.status).toBe(200)
    expect((await mailbox.next(email)).subject).toBe('Bitte bestätigen')
    expect(site.events).toContainEqual({
      kind: 'language-unknown',
      requestId: 'test-request',
      cause: expect.any(Error),
    })
    await site.close()
  })
})

describe('a mail', () => {
  test('is sent by the next server, once, when the server is killed while it waits', async () => {
    const email = 'crash@example.org'
    const dying = await openSite(database, { smtpUrl: mailbox.url, sendMail: false })
    await signUp(dying, email)
    expect(await queueOf(dying, email)).toHaveLength(1)
    await dying.close()

    const next = await Promise.all([1, 2, 3].map(() => openSite(database, { smtpUrl: mailbox.url })))
    await mailbox.next(email)
    for (const site of next) {
      await queueIsEmpty(site, email)
      await site.close()
    }
    expect(receivedBy(email)).toHaveLength(1)
  })

  test('is taken over at the end of its lease when its sender died in the middle', async () => {
    const email = 'leased@example.org'
    const site = await openSite(database, { smtpUrl: mailbox.url, sendMail: false })
    await signUp(site, email)
    await site.sql`update auth.mail_queue set attempts = 1, next_attempt_at = now() + interval '2 minutes'`
    site.startSending()
    // A later mail passes it: the queue is being worked on, and the leased one is left alone.
    await signUp(site, 'after-leased@example.org')
    await mailbox.next('after-leased@example.org')
    expect(receivedBy(email)).toHaveLength(0)
    await site.sql`update auth.mail_queue set next_attempt_at = now() where recipient = ${email}`
    await signUp(site, 'again-after-leased@example.org')
    await mailbox.next(email)
    await site.close()
  })

  test('waits while the mail server is down; the answers are as usual', async () => {
    const email = 'down@example.org'
    const site = await openSite(database, { smtpUrl: 'smtp://127.0.0.1:9' })
    await signUp(site, email)
    await vi.waitFor(() => {
      expect(site.events).toContainEqual(
        expect.objectContaining({ kind: 'mail-failed', template: 'confirmation' }),
      )
    }, PATIENTLY)
    expect(await queueOf(site, email)).toMatchObject([{ attempts: 1, waits: true }])
    await site.close()

    const repaired = await openSite(database, { smtpUrl: mailbox.url, sendMail: false })
    await repaired.sql`update auth.mail_queue set next_attempt_at = now() where recipient = ${email}`
    repaired.startSending()
    await mailbox.next(email)
    await repaired.close()
  })

  test('does not keep the server from stopping when the mail server does not answer', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const site = await openSite(database, { smtpUrl: `smtp://127.0.0.1:${address.port}` })
    const connected = new Promise((resolve) => silent.once('connection', resolve))
    await signUp(site, 'silence@example.org')
    await connected
    const began = performance.now()
    await site.close()
    // Half of what sending may take at the most, which is what a stop that waits for it would take.
    expect(performance.now() - began).toBeLessThan(45_000)
    silent.close()
    const after = await openSite(database, { sendMail: false })
    expect(await queueOf(after, 'silence@example.org')).toHaveLength(1)
    await after.sql`delete from auth.mail_queue`
    await after.close()
  })

  test('is given up at once when the mail server refuses it for good, and no other mail is', async () => {
    const strict = await openMailbox((to) =>
      to.startsWith('nobody') ? 550 : to.startsWith('full') ? 452 : null,
    )
    const site = await openSite(database, { smtpUrl: strict.url })
    for (const email of ['nobody@example.org', 'full@example.org', 'there@example.org'])
      await signUp(site, email)
    await strict.next('there@example.org')
    await queueIsEmpty(site, 'nobody@example.org')
    await vi.waitFor(
      async () => expect(await queueOf(site, 'full@example.org')).toMatchObject([{ waits: true }]),
      PATIENTLY,
    )
    const givenUp = site.events.filter(({ kind }) => kind === 'mail-given-up')
    expect(givenUp).toEqual([
      expect.objectContaining({ attempts: 1, cause: expect.objectContaining({ name: 'RefusedForGood' }) }),
    ])
    await site.sql`delete from auth.mail_queue`
    await site.close()
    await strict.close()
  })

  test('goes on after five seconds, at the end of its lease, when the server is killed while sending', async () => {
    const email = 'orphan@example.org'
    const site = await openSite(database, { sendMail: false })
    await signUp(site, email)
    const leaseSeconds = await site.sql.begin(async (tx) => {
      const leased = await leaseMessage(tx, {
        channels: ['email'],
        lowestPriority: 0,
        retries: true,
        without: [],
      })
      expect(leased?.recipient).toBe(email)
      const [row] = await tx`
        select extract(epoch from next_attempt_at - now())::int as seconds
        from auth.mail_queue where recipient = ${email}`
      return row?.['seconds']
    })
    expect(leaseSeconds).toBe(5)
    const other = await openSite(database, { smtpUrl: mailbox.url })
    await mailbox.next(email)
    await other.close()
    await site.close()
  })

  test('is sent by no other server while it is being sent for long', async () => {
    const email = 'slow@example.org'
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const slow = await openSite(database, { smtpUrl: `smtp://127.0.0.1:${address.port}` })
    await signUp(slow, email)
    await vi.waitFor(() => expect(connections).toBe(1), PATIENTLY)
    const other = await openSite(database, { smtpUrl: mailbox.url })
    // The wait is longer than a lease.
    await mailbox.next(email, 7_000).then(
      () => expect.unreachable('Two senders had the same mail.'),
      () => {},
    )
    await slow.sql`delete from auth.mail_queue`
    silent.close()
    await Promise.all([slow.close(), other.close()])
  })

  test('waits no longer because the clock was set back', async () => {
    const email = 'yesterday@example.org'
    const site = await openSite(database, { smtpUrl: mailbox.url, sendMail: false })
    await signUp(site, email)
    await site.sql`update auth.mail_queue set next_attempt_at = now() + interval '1 day' where recipient = ${email}`
    site.startSending()
    await mailbox.next(email)
    await site.close()
  })

  test('is given up after a day without success, because its link has expired', async () => {
    const email = 'given-up@example.org'
    const site = await openSite(database, { smtpUrl: 'smtp://127.0.0.1:9', sendMail: false })
    await signUp(site, email)
    await site.sql`update auth.mail_queue set attempts = 500 where recipient = ${email}`
    site.startSending()
    await queueIsEmpty(site, email)
    expect(site.events).toContainEqual(expect.objectContaining({ kind: 'mail-given-up' }))
    await site.close()
  })

  test('is the same message when it is sent again, and says that a machine wrote it', async () => {
    const email = 'headers@example.org'
    const site = await openSite(database, { smtpUrl: mailbox.url, sendMail: false })
    await signUp(site, email)
    const [queued] = await queueOf(site, email)
    site.startSending()
    const mail = await mailbox.next(email)
    expect(mail.messageId).toBe(`<${queued?.['id']}@${new URL(PUBLIC_URL).hostname}>`)
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail.subject).toBe(`Confirm ${email}`)
    expect(mail.html).toContain('type=signup">Confirm</a>')
    await site.close()
  })

  test('leaves no trace of its link in the log', async () => {
    const email = 'silent@example.org'
    const site = await openSite(database, { smtpUrl: mailbox.url })
    await signUp(site, email)
    const mail = await mailbox.next(email)
    await queueIsEmpty(site, email)
    const secret = /token_hash=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? 'none'
    expect(site.events.length).toBeGreaterThan(0)
    expect(JSON.stringify(site.events)).not.toContain(secret)
    expect(JSON.stringify(site.events)).not.toContain(PASSWORD)
    await site.close()
  })
})

describe('without a mail server', () => {
  test('every mail is kept as a file that only this user can read', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'cairn-outbox-'))
    const outboxDir = join(parent, 'outbox')
    const site = await openSite(database, { outboxDir })
    await signUp(site, 'kept@example.org')
    await queueIsEmpty(site, 'kept@example.org')
    const [name = '', ...others] = await readdir(outboxDir)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{8}T\d{6}Z-[0-9a-f-]{36}\.eml$/)
    const { mode } = await stat(join(outboxDir, name))
    expect(mode & 0o777).toBe(0o600)
    const text = await readFile(join(outboxDir, name), 'utf8')
    expect(text).toContain('To: kept@example.org')
    expect(text).toMatch(/\r\n/)
    await site.close()
    await rm(parent, { recursive: true })
  })

  test('and without a folder the service does not start', () => {
    expect(() =>
      createDelivery({
        database: {
          transaction: () => Promise.reject(new Error('not asked')),
          statement: () => Promise.reject(new Error('not asked')),
        },
        publicUrl: PUBLIC_URL,
        sealer: createSealer(new Uint8Array(32), 'queued mail'),
        mail: { from: 'a@example.org', smtpUrl: null, outboxDir: null },
        mailTemplates: {},
        twilio: null,
        smsTemplates: {},
        observe: () => {},
      }),
    ).toThrow()
  })
})
