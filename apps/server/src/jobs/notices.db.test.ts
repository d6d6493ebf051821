import { randomBytes } from 'node:crypto'
import { type Auth, createAuth } from '@cairn/auth/auth'
import { createJobRunner, type JobRunner } from '@cairn/jobs/runner'
import { openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool, type Pool } from '@cairn/postgres/pool/pool'
import { privileged } from '@cairn/postgres/pool/privileged'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { PATIENTLY } from '@cairn/testing/patience'
import { arrangePerson } from '@cairn/testing/people'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import type { Email } from 'postal-mime'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDelivery } from '../delivery/open-delivery.ts'
import { createNotices } from '../notices/notices.ts'
import { createUnsubscribeLinks } from '../notices/unsubscribe-links.ts'
import { SUPABASE_FOLDER } from '../settings/paths.ts'
import { readSupabaseConfig } from '../supabase-project/supabase-config.ts'
import { queueDigests } from './queue-digests.ts'
import { queueNotifications } from './queue-notifications.ts'
import { sendMessages } from './send-messages.ts'

const SECRET = randomBytes(32)
const PUBLIC_URL = 'https://cairn.test'
const LINKS = createUnsubscribeLinks({ publicUrl: PUBLIC_URL, secret: SECRET })
/** A Monday, a few minutes after seven in UTC. */
const MONDAY = new Date('2027-03-29T07:05Z')

let database: TestDatabase
let admin: postgres.Sql
let mailbox: Mailbox
/** Servers that share the database, and what they log. */
const servers: { jobs: JobRunner; pool: Pool }[] = []
const logged: string[] = []
const note = (event: unknown) => logged.push(JSON.stringify(event))

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
async function startSender(smtpUrl: string): Promise<Auth> {
  const { auth: accounts, notices: templates } = await readSupabaseConfig(SUPABASE_FOLDER)
  const settings = { ...accounts, siteUrl: PUBLIC_URL }
  const pool = openPool({ target: database.authAdmin, size: 3, name: 'sender' })
  const shared = { database: privileged(pool), publicUrl: PUBLIC_URL, secret: SECRET, observe: note }
  const delivery = openDelivery({
    ...shared,
    mail: { from: 'Cairn <cairn@cairn.test>', smtpUrl, outboxDir: null },
    twilio: null,
    accounts: settings,
    notices: templates,
  })
  const notices = createNotices({ publicUrl: PUBLIC_URL, links: LINKS, clock: () => MONDAY })
  const clock = await openDatabaseClock(shared.database, note)
  const auth = await createAuth({ ...shared, messages: delivery, settings, clock })
  const jobs = createJobRunner({
    ...shared,
    jobs: [
      sendMessages(delivery),
      queueNotifications(shared.database, delivery.mail, notices),
      queueDigests(shared.database, delivery.mail, notices),
    ],
    describe: String,
  })
  servers.push({ jobs, pool })
  jobs.start()
  return auth
}

async function stopSenders(): Promise<void> {
  for (const { jobs, pool } of servers.splice(0)) {
    await jobs.close()
    await pool.close()
  }
}

/** Arranges a person who was notified, two minutes ago, that they now own a system. Returns the system's id. */
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

const headersOf = ({ headers }: Email) => Object.fromEntries(headers.map(({ key, value }) => [key, value]))
const tokenIn = (header: string) =>
  /^<https:\/\/cairn\.test\/unsubscribe\?token=([\w-]+)>$/.exec(header)?.[1] ?? ''

/** Chooses a language and a time zone, as the browser notes them. */
const chooseLanguage = (email: string, language: string) => admin`
  update auth.users set raw_user_meta_data = raw_user_meta_data || ${admin.json({ language })} where email = ${email}`

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
    expect(mail.text).toContain(`${PUBLIC_URL}/settings/notifications`)
    expect(mail.html).toContain('Ada Example made you the owner of R&amp;D Planner.</h1>')
    expect(mail.html).toContain(`href="${PUBLIC_URL}/systems?id=${plainId}"`)
    expect(mail.html).toContain(`href="${PUBLIC_URL}/settings/notifications"`)
    expect(headersOf(mail)).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
    const { open } = LINKS
    expect(open(tokenIn(headersOf(mail)['list-unsubscribe'] ?? ''))).toMatchObject({ mails: 'email' })
    expect(`${mail.html}${mail.text}`).not.toMatch(/\{\{|\}\}|undefined|<img|@import|<link/)

    await vi.waitFor(async () => expect(await admin`select from auth.mail_queue`).toHaveLength(0), PATIENTLY)
    expect(await admin`select from public.notifications where mail_due`).toHaveLength(0)
    expect([mailsTo(email), mailsTo('mia@other.test')].map(({ length }) => length)).toEqual([1, 1])
    expect(logged.join('\n')).toContain('"kind":"mail-sent"')
    expect(logged.join('\n')).not.toMatch(/R&D|Billing|Mia|acme|@/)
  })
})

test('[OPEN-02] keeps the mail in the queue for its next try while the mail server is down', async () => {
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

test('[OPEN-02] lets a kind that only a newer server knows wait, and sends everybody else their mail', async () => {
  await stopSenders()
  await arrangeNotified('mia@newer.test', 'Ledger')
  await arrangeNotified('mia@present.test', 'Ledger')
  await admin`alter table public.notifications drop constraint notifications_kind_known`
  await admin`
    update public.notifications set kind = 'moon_landed'
    where user_id = (select id from auth.users where email = 'mia@newer.test')`
  await startSender(mailbox.url)
  expect((await mailbox.next('mia@present.test')).subject).toContain('Ledger')
  expect(mailsTo('mia@newer.test')).toEqual([])
  await vi.waitFor(async () => {
    expect(await admin`select item, state from private.job_failures`).toMatchObject([
      { item: expect.stringMatching(/^notification [-0-9a-f]{36}$/), state: 'retrying' },
    ])
  }, PATIENTLY)
  await admin`delete from public.notifications where kind = 'moon_landed'`
})

/** The texts of mails in each language: of a notification, of the digest, of an account. */
const SAID = {
  en: ['made you the owner of', 'Your week in Cairn', 'Set a new password', 'You already have an account'],
  es: [
    'te ha nombrado responsable de',
    'Tu semana en Cairn',
    'Establece una nueva contraseña',
    'Ya tienes una cuenta',
  ],
  fr: [
    'vous en êtes responsable',
    'Votre semaine dans Cairn',
    'Choisissez un nouveau mot de passe',
    'Vous avez déjà un compte',
  ],
  de: [
    'hat Ihnen die Verantwortung',
    'Ihre Woche in Cairn',
    'Neues Passwort festlegen',
    'Sie haben bereits ein Konto',
  ],
} as const

let asked = 0

/** Asks the auth server for a mail, from a page in a language. */
function ask(auth: Auth, path: string, body: object, language: string): Promise<Response> {
  asked += 1
  const request = new Request(`${PUBLIC_URL}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })
  return auth.handle(request, { clientAddress: `192.0.2.${asked}`, requestId: `${asked}`, apiRole: 'anon' })
}

const CONFIRM = { en: 'Confirm your', es: 'Confirma tu', fr: 'Confirmez votre', de: 'Bestätigen Sie' }
const LANGUAGES = ['en', 'es', 'fr', 'de'] as const

describe.each(LANGUAGES)('[GAP-23] over SMTP, in %s', (language) => {
  const [owner, digest, recovery, known] = SAID[language]
  const email = `mia@${language}.test`

  test('come notifications, the digest and the mails of the account', async () => {
    await stopSenders()
    const systemId = await arrangeNotified(email, 'Ledger')
    await chooseLanguage(email, language)
    await admin`
      update public.notifications set created_at = '2027-03-26T12:00Z', mail_due = false where record_id = ${systemId}`
    await admin`
      update public.notification_preferences w set weekly_digest = true
      from public.profiles p where p.id = w.user_id and p.email = ${email}`
    await admin`update private.digest_times set due_at = '2027-03-29T07:00Z' where taken_for is null`
    const auth = await startSender(mailbox.url)

    const told = await mailbox.next(email)
    expect(told.subject).toBe(digest)
    expect(told.html).toContain(`<html lang="${language}">`)
    expect(told.text).toContain(owner)
    expect(told.text).toContain(`${PUBLIC_URL}/systems?id=${systemId}`)
    expect(told.text).not.toMatch(/\{\{|\}\}|undefined|\n{3}/)
    const token = tokenIn(headersOf(told)['list-unsubscribe'] ?? '')
    expect(LINKS.open(token)).toMatchObject({ mails: 'weekly_digest' })
    expect(told.html).toContain(`/unsubscribe?token=${token}`)

    // The page that asks is in another language: the recipient's counts.
    expect((await ask(auth, 'recover', { email }, language === 'de' ? 'fr' : 'de')).status).toBe(200)
    expect((await mailbox.next(email)).subject).toBe(recovery)
    const signUp = { email, password: 'Long-enough-1', data: { name: 'Mia' } }
    expect((await ask(auth, 'signup', signUp, 'it')).status).toBe(200)
    expect((await mailbox.next(email)).subject).toBe(known)
  })

  test('comes the mail to somebody without an account, as the page that asked speaks', async () => {
    await stopSenders()
    const auth = await startSender(mailbox.url)
    const wanted = CONFIRM[language]
    const newcomer = (name: string) => ({ email: `${name}@new-${language}.test`, password: 'Long-enough-1' })
    await ask(auth, 'signup', newcomer('by-page'), `${language}-XX,it;q=0.5`)
    expect((await mailbox.next(newcomer('by-page').email)).subject).toContain(wanted)
    await ask(auth, 'signup', { ...newcomer('by-data'), data: { language } }, 'it')
    expect((await mailbox.next(newcomer('by-data').email)).subject).toContain(wanted)
  })
})

test('[OPEN-02] offers one-press unsubscribing only where the address has https', async () => {
  const publicUrl = 'http://127.0.0.1:3000'
  const links = createUnsubscribeLinks({ publicUrl, secret: SECRET })
  await stopSenders()
  await arrangeNotified('mia@plain.test', 'Ledger')
  const notices = createNotices({ publicUrl, links })
  const [account] = await admin<{ id: string }[]>`
    select account_id as id from public.profiles where email = 'mia@plain.test'`
  const taken = await admin.begin(async (tx) => {
    const ids = await notices.dueNotifications(tx, account?.id ?? '', [])
    return notices.takeNotifications(tx, account?.id ?? '', ids)
  })
  expect(taken).toMatchObject([{ to: 'mia@plain.test', unsubscribeUrl: null }])
})
