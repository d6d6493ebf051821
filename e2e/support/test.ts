import { randomBytes } from 'node:crypto'
import { type Mailbox, openMailbox } from '@cairn/testing/mailbox'
import { type ArrangedPerson, arrangePerson, type Level, PASSWORD } from '@cairn/testing/people'
import type { PreparedCluster } from '@cairn/testing/prepared-cluster'
import { MIGRATED_CLUSTER, type ServerProcess, startServerProcess } from '@cairn/testing/server-process'
import { test as base, expect, type Page } from '@playwright/test'
import postgres from 'postgres'
import { z } from 'zod'
import { keepSession, storedSession } from './browser.ts'
import { collectLayoutShifts } from './layout-shifts.ts'

/** A running Cairn, its database and its mail: one for each worker. */
export interface Cairn {
  server: ServerProcess
  mailbox: Mailbox
  /** For arranging and for looking, never for acting. */
  database: postgres.Sql
}

/** An organization that no other test uses. */
export interface Organisation {
  domain: string
  /** Adds a member directly in the database. The first is the founder and an admin. */
  member(name: string, level?: Level): Promise<ArrangedPerson>
  accountId(): Promise<string>
}

interface Fixtures {
  organisation: Organisation
  /** The console messages of the page that a test expects; any other message fails it. */
  expectedComplaints: RegExp[]
  complaints: undefined
  /** Why something on the pages of a journey may move by itself; null where nothing may. */
  movesBecause: string | null
  stillness: undefined
}

interface WorkerFixtures {
  /** The operator's settings beside those that every journey needs. */
  operatorEnv: Record<string, string>
  /** The initial content of the server's database. */
  prepared: PreparedCluster
  cairn: Cairn
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  prepared: [async ({ browserName: _browser }, use) => use(MIGRATED_CLUSTER), { scope: 'worker' }],
  operatorEnv: [{}, { scope: 'worker', option: true }],
  cairn: [
    async ({ prepared, operatorEnv }, use) => {
      const mailbox = await openMailbox()
      const server = await startServerProcess({ SMTP_URL: mailbox.url, ...operatorEnv }, null, { prepared })
      const database = postgres({ ...server.admin(), ssl: false, max: 2, onnotice: () => {} })
      await use({ server, mailbox, database })
      await database.end()
      await server.dispose()
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ cairn }, use) => use(cairn.server.url),
  organisation: ({ cairn }, use) => use(organisation(cairn.database)),
  expectedComplaints: [[], { option: true }],
  complaints: [
    async ({ page, expectedComplaints }, use) => {
      const heard: string[] = []
      page.on('console', (message) => {
        // The address identifies the request of Chromium's message.
        if (message.type() === 'error' || message.type() === 'warning')
          heard.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => heard.push(String(error)))
      await use(undefined)
      const unexpected = heard.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)))
      expect(unexpected, 'The console stays silent.').toEqual([])
    },
    { auto: true },
  ],
  movesBecause: [null, { option: true }],
  stillness: [
    async ({ context, movesBecause }, use) => {
      const shifts = movesBecause === null ? await collectLayoutShifts(context) : []
      await use(undefined)
      expect(shifts, 'Nothing moves by itself.').toEqual([])
    },
    { auto: true },
  ],
})

export { expect, PASSWORD }

/** A domain that no other test uses. */
export function freshDomain(): string {
  return `team-${randomBytes(4).toString('hex')}.example`
}

function organisation(database: postgres.Sql): Organisation {
  const domain = freshDomain()
  return {
    domain,
    member: (name, level) =>
      arrangePerson(database, {
        email: `${name.toLowerCase().replace(/\W+/g, '.')}@${domain}`,
        name,
        ...(level === undefined ? {} : { level }),
      }),
    async accountId() {
      const [row] = await database<{ account_id: string }[]>`
        select account_id from public.account_domains where domain = ${domain}`
      if (row === undefined) throw new Error('Nobody has founded this organisation.')
      return row.account_id
    },
  }
}

/** An address of the server that is no page of the app. */
export const OUTSIDE = '/config.json'

const configSchema = z.object({ key: z.string() })

/** Keeps a session of a person in this browser, made by the password alone. It counts from the next load on. */
export async function keepSignIn(page: Page, person: { email: string }): Promise<void> {
  const { key } = configSchema.parse(await (await page.request.get(OUTSIDE)).json())
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: key },
    data: { email: person.email, password: PASSWORD },
  })
  const session = storedSession.parse(await answer.json())
  // Any address of the server gives access to its storage; this one loads nothing.
  await page.goto(OUTSIDE)
  await keepSession(page, session)
}

/**
 * Opens the dashboard with a session that this browser keeps already, and waits for it. For tests that are not about
 * signing in: it takes a fraction of {@link signInByForm}.
 */
export async function signIn(page: Page, person: { email: string }): Promise<void> {
  await keepSignIn(page, person)
  await openDashboard(page)
}

/** Goes to the dashboard and waits for it. */
export async function openDashboard(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

/** Signs in through the screen and waits for the dashboard. */
export async function signInByForm(page: Page, person: { email: string }): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}

/** Enters guest mode through the screen. */
export async function continueAsGuest(page: Page): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
}
