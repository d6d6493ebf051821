import {
  builtScripts,
  MOST_REQUESTS,
  MOST_SCRIPTS,
  NEVER_IDLE,
  requestsOf,
  scriptsOf,
  weightOf,
} from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { whenIdle } from '../support/browser.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, signIn, test } from '../support/test.ts'

/** In bytes of gzip; see docs/develop/decisions/first-load.md. */
const MOST = { '/auth': 170_000, '/': 260_000 }
/** In milliseconds: what the page puts off for so long comes after the first load, however slow the machine is. */
const LATER_MS = 2_000

/** Lets the page never do what it puts off: fetch other screens, and ask for news of others. */
async function withoutLater(page: Page): Promise<void> {
  await page.addInitScript(NEVER_IDLE)
  await page.addInitScript(`
    for (const name of ['setTimeout', 'setInterval']) {
      const start = window[name]
      window[name] = (act, ms, ...given) => (ms >= ${LATER_MS} ? 0 : start(act, ms, ...given))
    }
  `)
}

test('the app is built into few files', () => {
  expect(builtScripts().size).toBeGreaterThan(5)
  expect(builtScripts().size).toBeLessThanOrEqual(MOST_SCRIPTS)
})

test('a first visit loads no more script than it should', async ({ page, browser, cairn, organisation }) => {
  await signIn(page, await organisation.member('Ada Founder'))
  const storageState = await page.context().storageState()
  for (const [path, heading] of [
    ['/auth', 'Sign In'],
    ['/', 'Dashboard'],
  ] as const) {
    const visitor = await browser.newContext({
      baseURL: cairn.server.url,
      ...(path === '/' && { storageState }),
    })
    const visit = await visitor.newPage()
    await withoutLater(visit)
    const scripts = scriptsOf(visit)
    await visit.goto(path)
    await expect(
      visit
        .getByRole('heading', { name: heading })
        .or(visit.getByRole('button', { name: heading, exact: true }))
        .first(),
    ).toBeVisible()
    await whenIdle(visit)
    expect.soft(weightOf(scripts), path).toBeLessThan(MOST[path])
    await visitor.close()
  }
})

test('those who sign in load nothing of the screens behind it', async ({ page }) => {
  await withoutLater(page)
  const scripts = scriptsOf(page)
  for (const path of ['/auth', '/auth?tab=sign-up', '/auth/forgot-password']) {
    await page.goto(path)
    await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await whenIdle(page)
  }
  expect([...scripts].filter((script) => /\/(?:signed-in|shared)-/.test(script))).toEqual([])
})

test('a cold screen comes in few files', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await withoutLater(page)
  const scripts = scriptsOf(page)
  await page.goto('/systems')
  await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
  await whenIdle(page)
  expect([...scripts].map((script) => script.replace(/-[\w-]{7,8}\.js$/, '')).sort()).toEqual(
    ['/assets/access', '/assets/client', '/assets/index', '/assets/shared', '/assets/sign-in'].concat(
      '/assets/signed-in',
      '/assets/systems-page',
      '/early.js',
    ),
  )
})

test('a cold dashboard makes few requests, none of them twice', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  await signIn(page, await organisation.member('Ada Founder'))
  const visitor = await browser.newContext({
    baseURL: cairn.server.url,
    storageState: await page.context().storageState(),
  })
  const visit = await visitor.newPage()
  await withoutLater(visit)
  const requests = requestsOf(visit)
  await visit.goto('/')
  await expect(visit.getByRole('region', { name: 'Figures' })).toContainText('Active Systems0')
  await expect(visit.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
  await whenIdle(visit)
  expect(requests.filter((request, at) => requests.indexOf(request) !== at)).toEqual([])
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS)
  await visitor.close()
})
