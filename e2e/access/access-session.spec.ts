import type { Mailbox } from '@cairn/testing/mailbox'
import type { Page, Request } from '@playwright/test'
import { z } from 'zod'
import {
  changeKeptSession,
  heldBack,
  keepSession,
  kept,
  keptSession,
  refusal,
  SESSION_KEY,
  show,
  whenIdle,
} from '../support/browser.ts'
import { logOut } from '../support/log-out.ts'
import { fillSignUp } from '../support/sign-up.ts'
import { expect, freshDomain, keepSignIn, signInByForm, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const VERIFIER_KEY = `${SESSION_KEY}-code-verifier`
const TOKENS = '**/auth/v1/token?grant_type=refresh_token'

const dashboard = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 })
const login = (page: Page) => page.getByRole('tab', { name: 'Login' })

/**
 * Opens a page of the same origin that runs no app: an open one would still send requests with the session, or renew
 * it.
 */
async function whereNothingAsks(page: Page): Promise<void> {
  await page.goto('/healthz')
}

/** Changes the kept session as if its token had expired while the app was away. */
async function letExpire(page: Page): Promise<void> {
  await whereNothingAsks(page)
  await changeKeptSession(page, { expires_at: Math.floor(Date.now() / 1000) - 60 })
}

test('[AUTH-72, SHELL-07, CLIENT-04, 10, 12, 13] a session outlives the page, is renewed when it has run out, and is whole or none', async ({
  page,
  organisation,
}) => {
  await signInByForm(page, await organisation.member('Ada Example'))
  const before = await keptSession(page)
  expect(before).not.toBeNull()
  await page.reload()
  await expect(dashboard(page)).toBeVisible()
  expect(await keptSession(page)).toEqual(before)

  await letExpire(page)
  const release = await heldBack(page, TOKENS)
  await page.goto('/')
  const waiting = page.getByRole('status').filter({ hasText: 'Loading authentication...' })
  await expect(waiting).toBeVisible()
  await expect(waiting.locator('svg.animate-spin')).toBeVisible()
  release()
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(async () => (await keptSession(page))?.access_token).not.toBe(before?.access_token)

  await test.step('[CLIENT-12] a session that lacks a part is thrown away', async () => {
    const whole = await keptSession(page)
    for (const missing of ['access_token', 'refresh_token', 'expires_at'] as const) {
      await whereNothingAsks(page)
      await keepSession(page, { ...whole, [missing]: undefined })
      await page.goto('/')
      await expect(login(page), `without ${missing}`).toBeVisible()
      await expect.poll(() => keptSession(page)).toBeNull()
    }
  })
  await test.step('[CLIENT-10] an address with an error signs nobody in', async () => {
    await page.goto('/?error=access_denied&error_code=otp_expired&error_description=Expired')
    await expect(login(page)).toBeVisible()
    await expect.poll(() => keptSession(page)).toBeNull()
  })
})

test('[CLIENT-14, 15, 16, AUTH-73] a token is renewed before it expires, while the tab is visible', async ({
  page,
  organisation,
}) => {
  const renewals: string[] = []
  await page.clock.install()
  const views = page.waitForResponse(/\/rest\/v1\/views\?/, { timeout: 0 })
  await signInByForm(page, await organisation.member('Ada Example'))
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals.push(request.url())
  })
  const first = await keptSession(page)

  await test.step('not while the tab is hidden', async () => {
    // A request that a screen sends later, when the browser is idle, would renew the token as well.
    await whenIdle(page)
    await page.clock.fastForward('00:10')
    await views
    await whenIdle(page)
    await show(page, 'hidden')
    await page.clock.fastForward('59:00')
    await expect(dashboard(page)).toBeVisible()
    expect(renewals).toEqual([])
  })
  await test.step('as soon as it is visible again', async () => {
    await show(page, 'visible')
    await expect.poll(async () => (await keptSession(page))?.access_token).not.toBe(first?.access_token)
  })
  await test.step('and from then on by itself', async () => {
    const second = await keptSession(page)
    await page.clock.fastForward('01:00')
    await expect.poll(async () => (await keptSession(page))?.access_token).not.toBe(second?.access_token)
  })
  await expect(dashboard(page)).toBeVisible()
})

test.describe('a server that cannot answer', () => {
  test.use({ expectedComplaints: [refusal(503)] })

  test('[CLIENT-17] is asked again after 200 ms, then after twice as long each time', async ({
    page,
    organisation,
  }) => {
    await signInByForm(page, await organisation.member('Ada Example'))
    await letExpire(page)
    let asked = 0
    await page.route(TOKENS, async (route) => {
      asked += 1
      if (asked < 4) await route.fulfill({ status: 503, json: { message: 'Unavailable' } })
      else await route.continue()
    })
    await noteRefreshes(page)
    await page.goto('/')
    await expect(dashboard(page)).toBeVisible()
    expect(asked).toBe(4)
    const noted = z.array(z.union([z.number(), z.literal('asked')])).parse(await page.evaluate('noted'))
    const tries = noted.join(' ').split('asked').slice(1)
    for (const [index, pauseMs] of [200, 400, 800].entries()) {
      expect(tries[index]?.split(' '), `after try ${index + 1}`).toContain(String(pauseMs))
    }
  })
})

/**
 * Records in the page, from the next load on, each requested renewal and the delay of each timer: how long it actually
 * waits depends on the machine.
 */
async function noteRefreshes(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.noted = []
    const { fetch: ask, setTimeout: wait } = globalThis
    globalThis.fetch = (input, ...rest) => {
      if (String(input?.url ?? input).includes('grant_type=refresh_token')) noted.push('asked')
      return ask(input, ...rest)
    }
    globalThis.setTimeout = (work, ms, ...rest) => {
      noted.push(ms ?? 0)
      return wait(work, ms, ...rest)
    }
  `)
}

/** Returns the requests that the page has sent and that have no response yet. */
function dataRequestsUnderWay(page: Page): Set<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) underWay.add(request)
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

test.describe('a session that the server has ended', () => {
  test.use({ expectedComplaints: [refusal(400, 401, 403, 404)] })

  test('[CLIENT-18, 19, 20] is forgotten, at a press, at a renewal, and by signing out', async ({
    page,
    cairn,
    organisation,
  }) => {
    const person = await organisation.member('Ada Example')
    const end = () => cairn.database`delete from auth.sessions where user_id = ${person.id}`
    await test.step('[CLIENT-18] when it cannot be renewed', async () => {
      await signInByForm(page, person)
      await end()
      await letExpire(page)
      await page.goto('/')
      await expect(login(page)).toBeVisible()
      await expect.poll(() => keptSession(page)).toBeNull()
    })
    await test.step('by signing out, when it is gone', async () => {
      const underWay = dataRequestsUnderWay(page)
      await signInByForm(page, person)
      await expect(page.getByRole('region', { name: 'Figures' })).toContainText('Active Systems0')
      // The page would learn of the end with the next data that it reads, and it asks for news every 10 s.
      const release = await heldBack(page, '**/rest/v1/**', (request) => underWay.delete(request))
      await expect.poll(() => underWay.size).toBe(0)
      await end()
      await logOut(page)
      await expectToast(page, 'Signed out')
      await expect.poll(() => keptSession(page)).toBeNull()
      release()
      // The held request is sent before the route is removed.
      await page.unrouteAll({ behavior: 'wait' })
    })
    for (const status of [401, 403, 404]) {
      await test.step(`by signing out, when the answer is ${status}`, async () => {
        await signInByForm(page, person)
        await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status, json: {} }))
        await logOut(page)
        await expect.poll(() => keptSession(page)).toBeNull()
        await page.unroute('**/auth/v1/logout**')
      })
    }
    await test.step('by a press that the server refuses', async () => {
      await keepSignIn(page, person)
      await page.goto('/settings/connections?section=agents')
      const form = page.getByRole('form', { name: 'Create Agent' })
      await form.getByLabel('Agent Name').fill('Reader')
      await end()
      await form.getByRole('button', { name: 'Create Agent' }).click()
      await expectToast(page, 'Authentication Error')
      await expect(page).toHaveURL(/\/auth$/)
    })
  })
})

/** Signs up and returns the token of the mail's link. */
async function signUp(page: Page, mailbox: Mailbox): Promise<string> {
  const email = `ada@${freshDomain()}`
  await page.goto('/auth?tab=sign-up')
  await fillSignUp(page, { email, name: ['Ada', 'Example'] })
  await expect(page.getByLabel('Account Name')).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Account created')
  const { text } = await mailbox.next(email)
  return /token_hash=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

test('[CLIENT-05, 06, 07, 09] a session that arrives in the address is kept, and other tabs follow', async ({
  page,
  context,
  cairn,
}) => {
  const token = await signUp(page, cairn.mailbox)
  const announced = await announcements(page)
  const other = await context.newPage()
  await other.goto(`/auth/v1/verify?token=${token}&type=signup`)
  await expect(dashboard(other)).toBeVisible()
  await expect.poll(() => new URL(other.url()).search, 'The code does not stay in the address.').toBe('')
  await expect.poll(() => keptSession(other)).not.toBeNull()
  await expectToast(page, 'Signed in')
  await expect(dashboard(page)).toBeVisible()
  await expect.poll(announced).toContain('SIGNED_IN')
  expect(await announced()).not.toContain('PASSWORD_RECOVERY')

  await test.step('a session for recovering a password is announced as such', async () => {
    for (const tab of [page, other]) await whereNothingAsks(tab)
    await page.evaluate('localStorage.clear()')
    // Behind another tab, the browser draws what is typed whenever it likes.
    await page.bringToFront()
    const next = await signUp(page, cairn.mailbox)
    const announcedNext = await announcements(page)
    // The official client stores this when it requests a recovery mail; no screen does so yet.
    const verifier = await kept(page, VERIFIER_KEY)
    const recovery = JSON.stringify(verifier?.replace(/"$/, '/recovery"'))
    await page.evaluate(`localStorage.setItem('${VERIFIER_KEY}', ${recovery})`)
    await other.goto(`/auth/v1/verify?token=${next}&type=signup`)
    await expect(dashboard(other)).toBeVisible()
    await expect.poll(announcedNext).toContain('PASSWORD_RECOVERY')
  })
})

/** Records the events that the official client sends to the other tabs from now on. */
async function announcements(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(`
    globalThis.announced = []
    new BroadcastChannel('${SESSION_KEY}').onmessage = ({ data }) => announced.push(data.event)
  `)
  return () => page.evaluate('announced')
}
