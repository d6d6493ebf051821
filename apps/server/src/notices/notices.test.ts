import { randomBytes } from 'node:crypto'
import { type Auth, createAuth } from '@cairn/auth/auth'
import { openPool, type Pool } from '@cairn/postgres/pool'
import { privileged } from '@cairn/postgres/privileged'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SUPABASE_FOLDER } from '../paths.ts'
import { readSupabaseConfig } from '../supabase-config.ts'
import { createNotices } from './notices.ts'

const SECRET = randomBytes(32)
/** For what happens in the background, also on a busy machine. */
const PUBLIC_URL = 'https://cairn.test'

let database: TestDatabase
let admin: postgres.Sql
let mailbox: Mailbox
/** Servers that share the database, and what they log. */
const servers: { auth: Auth; pool: Pool }[] = []
const logged: string[] = []

beforeAll(async () => {
  database = await testDatabase('product')
  admin = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
  mailbox = await openMailbox()
})
afterAll(async () => {
  await stopSenders()
  await Promise.all([admin.end(), mailbox.close()])
  await database.drop()
})

/** Starts a server's sender of mail. */
async function startSender(smtpUrl: string): Promise<void> {
  const { auth: settings, notification } = await readSupabaseConfig(SUPABASE_FOLDER)
  const pool = openPool({ target: database.authAdmin, size: 3, name: 'sender' })
  const auth = await createAuth({
    database: privileged(pool),
    publicUrl: PUBLIC_URL,
    secret: SECRET,
    mail: { from: 'Cairn <cairn@cairn.test>', smtpUrl, outboxDir: null },
    notices: createNotices(notification),
    settings: { ...settings, siteUrl: PUBLIC_URL },
    observe: (event) => logged.push(JSON.stringify(event)),
  })
  servers.push({ auth, pool })
  auth.start()
}

async function stopSenders(): Promise<void> {
  for (const { auth, pool } of servers.splice(0)) {
    await auth.close()
    await pool.close()
  }
}

/** Arranges a person who was notified, two minutes ago, that a system is theirs now. Returns the system's id. */
async function arrangeNotified(email: string, systemName: string): Promise<string> {
  const founder = await arrangePerson(admin, { email: `ada@${email.split('@')[1]}`, name: 'Ada Example' })
  const person = await arrangePerson(admin, { email, name: 'Mia Example', level: 'user' })
  const [system] = await admin.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: founder.id, role: 'authenticated' })}, true)`
    return tx<{ id: string }[]>`
      insert into public.systems (account_id, name, owner_id)
      select account_id, ${systemName}, ${person.id} from public.account_members where user_id = ${person.id}
      returning id`
  })
  // Arranging the two has notified people already.
  await admin`delete from public.notifications where kind <> 'owner_assigned'`
  await admin`update public.notifications set created_at = now() - interval '2 minutes' where mail_due`
  return system?.id ?? ''
}

const mailsTo = (email: string) =>
  mailbox.messages.filter(({ to }) => to?.some(({ address }) => address === email))

describe('[OPEN-02] notifications by mail', () => {
  test('go out once though several servers send, in text and HTML, with the link and how to stop them', async () => {
    const email = 'mia@acme.test'
    const systemId = await arrangeNotified(email, 'Billing & <Co>')
    const plainId = await arrangeNotified('mia@other.test', 'R&D Planner')
    await Promise.all([mailbox.url, mailbox.url, mailbox.url].map(startSender))

    const hidden = await mailbox.next(email)
    expect(hidden.subject).toBe('Ada Example made you the owner of one of your systems')
    expect(hidden.text).toContain(`${PUBLIC_URL}/systems?id=${systemId}`)

    const mail = await mailbox.next('mia@other.test')
    expect(mail.subject).toBe('Ada Example made you the owner of R&D Planner')
    expect(mail.text).toContain('Hello Mia Example, this concerns you.\n')
    expect(mail.text).toContain(`${PUBLIC_URL}/settings?tab=notifications`)
    expect(mail.html).toContain('Ada Example made you the owner of R&amp;D Planner.</h1>')
    expect(mail.html).toContain(`href="${PUBLIC_URL}/systems?id=${plainId}"`)
    expect(mail.html).toContain(`href="${PUBLIC_URL}/settings?tab=notifications"`)
    expect(`${mail.html}${mail.text}`).not.toMatch(/\{\{|\}\}|undefined|<img|@import|<link/)

    await vi.waitFor(async () => expect(await admin`select from auth.mail_queue`).toHaveLength(0), PATIENTLY)
    expect(await admin`select from public.notifications where mail_due`).toHaveLength(0)
    expect([mailsTo(email), mailsTo('mia@other.test')].map(({ length }) => length)).toEqual([1, 1])
    expect(logged.join('\n')).toContain('"kind":"mail-sent"')
    expect(logged.join('\n')).not.toMatch(/R&D|Billing|Mia|acme|@/)
  })
})

test('[OPEN-02] a mail server that is down takes nothing away: the mail waits in the queue for its next try', async () => {
  await stopSenders()
  await arrangeNotified('mia@down.test', 'Ledger')
  await startSender('smtp://127.0.0.1:9')
  const queued = () => admin`
    select attempts > 0 and next_attempt_at > now() as waits from auth.mail_queue where recipient = 'mia@down.test'`
  await vi.waitFor(async () => expect(await queued()).toMatchObject([{ waits: true }]), PATIENTLY)
  await stopSenders()
  await admin`update auth.mail_queue set next_attempt_at = now()`
  await startSender(mailbox.url)
  expect((await mailbox.next('mia@down.test')).subject).toContain('Ledger')
})
