import { inspect } from 'node:util'
import { createDelivery, type MailSettings } from '@cairn/delivery/delivery'
import type { DeliveryEvent } from '@cairn/delivery/events'
import type { MailTemplate } from '@cairn/delivery/port/templates'
import type { TwilioSettings } from '@cairn/delivery/sms/twilio'
import { type DatabaseClock, openDatabaseClock } from '@cairn/postgres/pool/database-clock'
import { openPool } from '@cairn/postgres/pool/pool'
import { type Privileged, privileged } from '@cairn/postgres/pool/privileged'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { type Stage, type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { GoTrueClient, type SupportedStorage } from '@supabase/supabase-js'
import { hash } from 'bcrypt'
import postgres from 'postgres'
import { afterAll, expect } from 'vitest'
import { type Auth, createAuth } from '../../src/auth.ts'
import type { AuthEvent } from '../../src/events.ts'
import type { CallContext } from '../../src/model/call-context.ts'
import type { AuthSettings, FetchClientDocument } from '../../src/options.ts'
import type { FetchOptions } from '../../src/saml/fetch-metadata.ts'
import { templatesOf } from '../../src/templates.ts'
import { createSealer } from '../../src/tokens/sealing.ts'
import type { Secret } from '../../src/tokens/secrets.ts'

/** The service over a test's database, and the means to arrange, to act and to look. */
export interface Site {
  auth: Auth
  /** The official client, in a separate browser: nothing is shared with another one. */
  browser(flowType?: 'implicit' | 'pkce'): GoTrueClient
  /** The official client with the service key. */
  admin(): GoTrueClient['admin']
  /** A request as any client can send it. `path` is below /auth/v1. */
  send(method: string, path: string, message?: Message): Promise<Response>
  /** The superuser, for arranging and looking. */
  sql: postgres.Sql
  events: readonly (AuthEvent | DeliveryEvent)[]
  /** Sends the queued messages from now on; a site does so by itself unless told otherwise. */
  startSending(): void
  /** Adds a user, confirmed unless said otherwise, with {@link PASSWORD}. Returns their id. */
  addUser(email: string, user?: { confirmed?: boolean; banned?: boolean }): Promise<string>
  close(): Promise<void>
}

interface Message {
  body?: unknown
  headers?: Record<string, string>
  clientAddress?: string
  /** With the service key. */
  asAdmin?: boolean
}

export interface SiteOptions {
  /** The settings that a test changes. */
  settings?: Partial<AuthSettings>
  smtpUrl?: string | null
  twilio?: TwilioSettings
  legacyJwtSecret?: string
  outboxDir?: string | null
  /** A clock of the test's own instead of that of the database. */
  clock?: (() => number) | DatabaseClock
  secret?: Secret
  samlFetching?: FetchOptions
  fetchClientDocument?: FetchClientDocument
  /** The least that there is, unless a test measures how long a hash takes. */
  hashCost?: number
  /** The database with the schema auth alone, unless a test needs the product. */
  stage?: Stage
  /** Sends mail in the background; off where a test looks into the queue. */
  sendMail?: boolean
}

/** A password of ours, a bcrypt hash, an access token, the secret of a link. */
const SECRETS = /correct horse|\$2[aby]\$\d\d\$|eyJ[\w-]+\.eyJ|token_hash=|pkce_[\w-]{20}/

export const PUBLIC_URL = 'http://cairn.test'
export const PASSWORD = 'correct horse battery'
/** As `hashing.ts` has it. */
export const REAL_HASH_COST = 10
const LEAST_HASH_COST = 4
export const SECRET = new Uint8Array(32).fill(42)

export const SETTINGS: AuthSettings = {
  jwtExpirySeconds: 3_600,
  passwords: {
    atSignUp: { minimumLength: 8, requiredCharacters: [], minimumStrength: 60 },
    atChange: { minimumLength: 8, requiredCharacters: [], minimumStrength: 0 },
    remembered: 5,
  },
  enableSignup: true,
  siteUrl: PUBLIC_URL,
  redirectAllowList: ['https://app.test/welcome/*'],
  hooks: {},
  templates: {
    confirmation: {
      subject: 'Confirm {{ .Email }}',
      html: '<p>Hello {{ .Data.name }}</p><a href="{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&amp;type=signup">Confirm</a>',
      text: 'Hello {{ .Data.name }}\n{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=signup\ncode {{ .Token }} or {{ .ConfirmationURL }}\n',
    },
    existingAccount: {
      subject: 'You already have an account',
      html: '<p>{{ .Email }}</p>',
      text: '{{ .Email }}: {{ .SiteURL }}/auth\n',
    },
    invite: linkTemplate('Invitation'),
    magicLink: linkTemplate('Sign in'),
    recovery: linkTemplate('New password'),
    emailChange: linkTemplate('From {{ .Email }} to {{ .NewEmail }}'),
    reauthentication: linkTemplate('Your code'),
    securityChange: {
      subject: 'Your account changed',
      html: '<p>{{ .Data.at }}</p>',
      text: '{{ .SiteURL }}{{ .Data.path }}\n{{ if .Data.sign_in }}sign_in{{ end }}{{ if .Data.factor_added }}factor_added{{ end }}{{ if .Data.factor_removed }}factor_removed{{ end }}{{ if .Data.passkey_added }}passkey_added{{ end }}{{ if .Data.passkey_removed }}passkey_removed{{ end }}{{ if .Data.password_changed }}password_changed{{ end }}{{ if .Data.email_changed }}email_changed {{ .Data.newEmail }}{{ end }}{{ if .Data.phone_changed }}phone_changed{{ end }}\n',
    },
  },
  // The limits are so high that a test about something else does not reach them.
  rateLimits: {
    signUpsPerFiveMinutes: 10_000,
    codesPerFiveMinutes: 10_000,
    mailCooldownSeconds: 0,
    mailsPerHour: 10_000,
    strangersAtOnce: 10_000,
    wrongPasswordsPerFiveMinutes: 10_000,
    smsCooldownSeconds: 0,
    smsPerHour: 10_000,
    smsPerHourTotal: 10_000,
  },
}

function linkTemplate(subject: string): MailTemplate {
  const text =
    'Hello {{ .Data.name }}\n{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}\ncode {{ .Token }} or {{ .ConfirmationURL }}\n'
  return { subject, html: `<p>${text}</p>`, text }
}

/** A service for one test file, with a mail server, which is closed after the tests. */
export async function openTestSite(
  options: SiteOptions = {},
): Promise<{ site: Site; mailbox: Mailbox; database: TestDatabase }> {
  const mailbox = await openMailbox()
  const database = await testDatabase(options.stage ?? 'auth')
  const site = await openSite(database, { smtpUrl: mailbox.url, ...options })
  afterAll(async () => {
    await site.close()
    await mailbox.close()
    await database.drop()
    // Whatever the tests of the file did: no password, hash, token or link is among what gets logged.
    expect(inspect(site.events, { depth: 8 })).not.toMatch(SECRETS)
  })
  return { site, mailbox, database }
}

/** The database's clock, or the one that a test sets, which is as it was however often it is read. */
async function clockOf({ clock }: SiteOptions, database: Privileged): Promise<DatabaseClock> {
  if (clock === undefined) return openDatabaseClock(database, () => {})
  return typeof clock === 'function' ? { now: clock, timesSet: 0, read: async () => {} } : clock
}

/** Opens the service over a database that has the auth migrations. */
export async function openSite(
  database: { admin: ConnectionTarget; authAdmin: ConnectionTarget },
  options: SiteOptions = {},
): Promise<Site> {
  const pool = openPool({ target: database.authAdmin, size: 10, name: 'auth under test' })
  const admin = postgres({ ...database.admin, ssl: false, max: 2, onnotice: () => {} })
  const events: (AuthEvent | DeliveryEvent)[] = []
  const settings = { ...SETTINGS, ...options.settings }
  const shared = {
    database: privileged(pool),
    publicUrl: PUBLIC_URL,
    observe: (event: AuthEvent | DeliveryEvent) => void events.push(event),
  }
  const secret = options.secret ?? SECRET
  const { mails, sms } = templatesOf(settings)
  const delivery = createDelivery({
    ...shared,
    sealer: createSealer(secret, 'queued mail'),
    mail: mailOptions(options),
    twilio: options.twilio ?? null,
    mailTemplates: mails,
    smsTemplates: sms,
  })
  const auth = await createAuth({
    ...shared,
    secret,
    messages: delivery,
    ...(options.legacyJwtSecret === undefined ? {} : { legacyJwtSecret: options.legacyJwtSecret }),
    settings,
    clock: await clockOf(options, shared.database),
    hashCost: options.hashCost ?? LEAST_HASH_COST,
    ...(options.samlFetching === undefined ? {} : { samlFetching: options.samlFetching }),
    ...(options.fetchClientDocument === undefined
      ? {}
      : { fetchClientDocument: options.fetchClientDocument }),
  })
  if (options.sendMail ?? true) delivery.start()

  async function deliver(
    request: Request,
    { clientAddress = '192.0.2.1', apiRole = 'anon' }: Partial<CallContext> = {},
  ): Promise<Response> {
    return auth.handle(request, { clientAddress, requestId: 'test-request', apiRole })
  }

  return {
    auth,
    sql: admin,
    events,
    startSending: delivery.start,
    browser: (flowType = 'implicit') => openBrowser(flowType, deliver),
    admin: () => openBrowser('implicit', (request) => deliver(request, { apiRole: 'service_role' })).admin,
    send: (method, path, { body, headers = {}, clientAddress, asAdmin = false } = {}) =>
      deliver(
        new Request(`${PUBLIC_URL}/auth/v1${path}`, {
          method,
          headers,
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
        {
          ...(clientAddress === undefined ? {} : { clientAddress }),
          apiRole: asAdmin ? 'service_role' : 'anon',
        },
      ),
    addUser: (email, user) => addUser(admin, email, user),
    async close() {
      await delivery.close()
      await Promise.all([pool.close(), admin.end()])
    },
  }
}

function mailOptions({ smtpUrl, outboxDir }: SiteOptions): MailSettings {
  return {
    from: 'Cairn <cairn@cairn.test>',
    smtpUrl: smtpUrl ?? null,
    outboxDir: outboxDir ?? (smtpUrl ? null : '/nonexistent'),
  }
}

function openBrowser(
  flowType: 'implicit' | 'pkce',
  deliver: (request: Request) => Promise<Response>,
): GoTrueClient {
  const stored = new Map<string, string>()
  const storage: SupportedStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return new GoTrueClient({
    url: `${PUBLIC_URL}/auth/v1`,
    headers: { apikey: 'sb_publishable_test' },
    fetch: (input, init) => deliver(new Request(input, init)),
    flowType,
    storage,
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { passkey: true },
  })
}

async function addUser(
  sql: Site['sql'],
  email: string,
  { confirmed = true, banned = false }: { confirmed?: boolean; banned?: boolean } = {},
): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, banned_until, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at
    ) values (
      gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${await hash(PASSWORD, LEAST_HASH_COST)},
      ${confirmed ? new Date() : null}, ${banned ? new Date('2100-01-01') : null},
      '{"provider": "email", "providers": ["email"]}', '{}', now(), now()
    ) returning id`
  return row.id
}

/** The secret of the link in a mail's text. */
export function tokenHashIn(text: string | undefined): string {
  const found = /token_hash=([\w-]+)/.exec(text ?? '')?.[1]
  if (found === undefined) throw new Error('The mail has no link.')
  return found
}

/** The code in a mail's text. */
export function codeIn(text: string | undefined): string {
  const found = /code (\d{6})\b/.exec(text ?? '')?.[1]
  if (found === undefined) throw new Error('The mail has no code.')
  return found
}

/** The contents of a refusal, in the older of the protocol's two shapes. */
export async function refusal(
  response: Response,
): Promise<{ status: number; code: unknown; message: unknown }> {
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('error_code' in body) || !('msg' in body)) {
    throw new Error(`Not a refusal: ${JSON.stringify(body)}`)
  }
  return { status: response.status, code: body.error_code, message: body.msg }
}
