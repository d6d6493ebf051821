import { randomBytes, randomUUID } from 'node:crypto'
import type { ArrangedPerson, Level } from '@cairn/testing/people'
import type { Locator, Page, Request, Route } from '@playwright/test'
import type postgres from 'postgres'
import { namesIn, openCatalogue } from './records.ts'
import { expect, keepSignIn, type Organisation, openDashboard } from './test.ts'

export interface SystemInput {
  id?: string
  accountId: string
  name: string
  description?: string
  ownerId?: string | null
  status?: string
  details?: Record<string, string | string[]>
  createdBy?: string | null
  updatedBy?: string | null
  createdAt?: Date
  updatedAt?: Date
}

/** Inserts a system directly into the database, with a history that fits its dates; returns its id. */
export async function arrangeSystem(database: postgres.Sql, input: SystemInput): Promise<string> {
  const {
    id = randomUUID(),
    accountId,
    name,
    description = '',
    ownerId = null,
    status = 'active',
    details = {},
    createdBy = null,
    updatedBy = createdBy,
    createdAt = new Date(),
    updatedAt = createdAt,
  } = input
  await database`
    insert into public.systems (
      id, account_id, name, description, owner_id, status, details, created_by, updated_by, created_at, updated_at
    )
    values (
      ${id}, ${accountId}, ${name}, ${description}, ${ownerId}, ${status}, ${database.json(details)}, ${createdBy},
      ${updatedBy}, ${createdAt}, ${updatedAt}
    )`
  await database`update public.record_history set changed_at = ${createdAt} where record_id = ${id}`
  if (updatedAt > createdAt)
    await database`
      insert into public.record_history (
        account_id, kind, record_id, record_name, action, field, changed_by, changed_at
      )
      values (${accountId}, 'system', ${id}, ${name}, 'updated', 'description', ${updatedBy}, ${updatedAt})`
  return id
}

interface ManySystems {
  accountId: string
  ownerId: string
  count: number
}

/**
 * Inserts systems 'Register 0001' and so on into the database at once, each registered a minute after the previous one.
 */
export async function arrangeManySystems(database: postgres.Sql, input: ManySystems): Promise<void> {
  const { accountId, ownerId, count } = input
  await database.begin(async (tx) => {
    // Omits history and notifications, which would take longer than all the rest.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into public.systems (account_id, name, description, owner_id, created_at)
      select ${accountId}, 'Register ' || lpad(n::text, 4, '0'), 'One of many', ${ownerId},
        timestamptz '2025-01-01' + n * interval '1 minute'
      from generate_series(1, ${count}::integer) n`
    await tx`select private.recount_account(${accountId})`
  })
  await database`analyze private.records`
}

/** Makes members experts of a system directly in the database. */
export async function arrangeExperts(
  database: postgres.Sql,
  { accountId, systemId, people }: { accountId: string; systemId: string; people: ArrangedPerson[] },
): Promise<void> {
  for (const { id } of people) {
    await database`
      insert into public.system_experts (account_id, system_id, expert_id)
      values (${accountId}, ${systemId}, ${id})`
  }
}

/** The signed-in member, and their account. */
interface SignedIn {
  me: ArrangedPerson
  founder: ArrangedPerson
  accountId: string
}

/**
 * Keeps a session of a member with a level in this browser, in an account with another founder, unless the member is
 * the founder. It loads nothing of the app: for a test that goes to its screen next.
 */
export async function keepSignInAs(page: Page, organisation: Organisation, level: Level): Promise<SignedIn> {
  const founder = await organisation.member('Ada Founder')
  const me =
    level === 'admin' ? founder : await organisation.member(`Mia ${randomBytes(2).toString('hex')}`, level)
  await keepSignIn(page, me)
  return { me, founder, accountId: await organisation.accountId() }
}

/** Does the same, and opens the dashboard. */
export async function signInAs(page: Page, organisation: Organisation, level: Level): Promise<SignedIn> {
  const signedIn = await keepSignInAs(page, organisation, level)
  await openDashboard(page)
  return signedIn
}

/** Goes to the systems, through the menu where the app is open, and waits for the screen. */
export function openSystems(page: Page): Promise<void> {
  return openCatalogue(page, 'Systems')
}

/** Opens the details of a record that the list shows. */
export async function openDetails(page: Page, name: string): Promise<Locator> {
  await page.getByRole('row').getByRole('link', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  return dialog
}

/** The names of the systems in the table, from top to bottom. */
export function listedNames(page: Page): Locator {
  return namesIn(page, 'Systems')
}

/** Waits for a request of the data API: `sent(page, 'POST', 'systems')`, `sent(page, 'POST', 'rpc/…')`. */
export function sent(page: Page, method: string, resource: string): Promise<Request> {
  return page.waitForRequest(
    (request) => request.method() === method && isFor(new URL(request.url()), resource),
  )
}

/** Lets every request of one kind fail with a sentence of the server, until `unroute`. */
export async function refuse(page: Page, method: string, resource: string, message: string): Promise<void> {
  await answer(page, method, resource, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'LA999', message, details: null, hint: null }),
    }),
  )
}

/** Responds to every request of one kind instead of the server. */
async function answer(
  page: Page,
  method: string,
  resource: string,
  respond: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(
    (url) => isFor(url, resource),
    (route) => (route.request().method() === method ? respond(route) : route.fallback()),
  )
}

/** Chromium's message on the console when a request is refused on purpose. */
export const REFUSED_REQUEST = /Failed to load resource: the server responded with a status of 4\d\d/

function isFor(url: URL, resource: string): boolean {
  return url.pathname === `/rest/v1/${resource}`
}
