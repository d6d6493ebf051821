import { builtScripts, scriptsOf } from '@cairn/testing/page-weight'
import type { Page } from '@playwright/test'
import { whenIdle } from '../support/browser.ts'
import { LOST_CONNECTION } from '../support/news.ts'
import { keepSignInAs, openSystems, signInAs } from '../support/systems.ts'
import { continueAsGuest, expect, openDashboard, test } from '../support/test.ts'

// The browser's messages about files that these tests remove, and the page's about the parts it could not show.
test.use({
  expectedComplaints: [[LOST_CONNECTION, /status of 40[34]/, /net::ERR_FAILED/], { scope: 'test' }],
})

const UPDATED = 'Cairn has been updated. Reload the page to continue.'
const UNREACHABLE = 'The server cannot be reached. This will work again once it can.'
/** In milliseconds after the first paint. */
const CUT_AFTER_MS = 2_000

const fileOf = (name: string) => `**/assets/${name}-*.js`

/** Takes a file of the app away, as an upgrade does, for as long as `isGone` says. */
async function remove(page: Page, name: string, isGone = () => true): Promise<void> {
  await page.route(fileOf(name), (route) =>
    isGone() ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
}

/** The same until the page is loaded again: then the build is another one, which has the file. */
async function removeUntilReload(page: Page, name: string): Promise<{ reloads: () => number }> {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1
  })
  await remove(page, name, () => loads < 2)
  return { reloads: () => loads - 1 }
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('ten screens open without a network, which went two seconds after the first paint', async ({
  page,
  context,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await openDashboard(page)
  await page.evaluate(`new Promise((resolve) => {
    const [{ startTime }] = performance.getEntriesByName('first-contentful-paint')
    setTimeout(resolve, startTime + ${CUT_AFTER_MS} - performance.now())
  })`)
  await context.setOffline(true)
  for (const name of ['Systems', 'Automations', 'Agents', 'Solutions']) {
    await menuOf(page).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  for (const [name, heading = name] of [
    ['Team', 'Team Directory'],
    ['Settings'],
    ['Import'],
    ['Discovery'],
    ['Bin', 'Bin · Activity'],
    ['Activity'],
    ['Profile'],
    ['Inbox'],
    ['Search'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    await palette.getByRole('combobox').fill(name)
    await palette.getByRole('option', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
})

test('the page of a user who saves data fetches no screen ahead', async ({ page, organisation }) => {
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
  await keepSignInAs(page, organisation, 'admin')
  const scripts = scriptsOf(page)
  await openDashboard(page)
  await whenIdle(page)
  expect([...scripts].filter((script) => /\/(?:windows|systems-page)-/.test(script))).toEqual([])
  await openSystems(page)
})

test('the page of any other user fetches all but what is used by itself', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  const scripts = scriptsOf(page)
  await openDashboard(page)
  await whenIdle(page)
  const left = [...builtScripts()].filter((script) => !scripts.has(script))
  expect(left.map((script) => script.replace(/^.assets.|-[\w-]{7,8}\.js$/g, '')).sort()).toEqual([
    'api-docs-screen',
    'de',
    'de',
    'en',
    'es',
    'es',
    'export-examples',
    'fr',
    'fr',
    'layers-worker',
    'worker',
  ])
})

test('a screen whose file is gone after an upgrade comes with one reload', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  const { reloads } = await removeUntilReload(page, 'systems-page')
  await openDashboard(page)
  await menuOf(page).getByRole('link', { name: 'Systems' }).click()
  await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
  expect(reloads()).toBe(1)
})

test('a file that stays missing reloads the page once, and then it is told', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  let loads = 0
  page.on('load', () => (loads += 1))
  await remove(page, 'systems-page')
  await openDashboard(page)
  await menuOf(page).getByRole('link', { name: 'Systems' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await expect(menuOf(page)).toBeVisible()
  await menuOf(page).getByRole('link', { name: 'Dashboard' }).click()
  await menuOf(page).getByRole('link', { name: 'Systems' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  expect(loads).toBe(2)
  await page.unrouteAll()
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
})

test('a screen that was not fetched yet comes by itself when the connection is back', async ({
  page,
  context,
  organisation,
}) => {
  await page.route(fileOf('solutions-page'), (route) => route.abort())
  await signInAs(page, organisation, 'admin')
  await context.setOffline(true)
  await menuOf(page).getByRole('link', { name: 'Solutions' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UNREACHABLE })).toBeVisible()
  await expect(menuOf(page)).toBeVisible()
  await page.unrouteAll()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Solutions', level: 1 })).toBeVisible()
})

test('a reload for a file that is gone keeps what was typed into a form', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  const { reloads } = await removeUntilReload(page, 'windows')
  await page.goto('/profile')
  await page.getByRole('textbox', { name: 'Bio' }).fill('Keeps the ledgers.')
  await page.keyboard.press('ControlOrMeta+k')
  await expect.poll(reloads).toBe(1)
  await expect(page.getByRole('alert').filter({ hasText: 'We kept what you entered.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue('Keeps the ledgers.')
})

test('a reload for a file that is gone keeps the text in the fields of the page', async ({ page }) => {
  const { reloads } = await removeUntilReload(page, 'access')
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill('ada@team.example')
  await page.getByLabel('Password', { exact: true }).fill('never kept')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@team.example')
  await expect(page.getByRole('tab', { name: 'Sign Up', selected: true })).toBeVisible()
  expect(reloads()).toBe(1)
  expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('never kept')
})

test('a language whose file is gone comes after one reload', async ({ page }) => {
  const { reloads } = await removeUntilReload(page, 'de')
  await continueAsGuest(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await page.getByLabel('Language').selectOption('de')
  await expect.poll(reloads).toBe(1)
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
})
