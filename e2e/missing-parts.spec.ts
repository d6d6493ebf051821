import { PASSWORD } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { whenIdle } from './support/browser.ts'
import { LOST_CONNECTION } from './support/news.ts'
import { arrangeSystem, keepSignInAs, openSystems, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'

// The messages of the browser about files that these tests remove, and of the page about the parts that it could not
// show.
test.use({
  expectedComplaints: [[LOST_CONNECTION, /status of 40[34]/, /net::ERR_FAILED/], { scope: 'test' }],
})

const UPDATED = 'Cairn has been updated. Reload the page to continue.'
const UNREACHABLE = 'The server cannot be reached. This will work again once it can.'

/** Removes a file of the app, as an upgrade does. */
async function remove(page: Page, name: string): Promise<void> {
  await page.route(fileOf(name), (route) => route.fulfill({ status: 404, body: '' }))
}

const fileOf = (name: string) => `**/assets/${name}-*.js`

test('a toast shows without the toaster, and the page stays', async ({ page }) => {
  await remove(page, 'toaster')
  await continueAsGuest(page)
  await expect(page.getByRole('status').filter({ hasText: 'Guest mode enabled' })).toBeVisible()
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Guest mode enabled')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('a screen that was never visited loads by itself when the connection is back', async ({
  page,
  context,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await context.setOffline(true)
  await menu.getByRole('link', { name: 'Solutions' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UNREACHABLE })).toBeVisible()
  await expect(menu).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Solutions', level: 1 })).toBeVisible()
})

test('the parts that the menu loads by itself appear once the server can be reached', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await database`
    insert into public.views (account_id, kind, name, address)
    values (${accountId}, 'system', 'Old ones', 'status=deprecated')`
  await page.route(fileOf('nav-views'), (route) => route.abort())
  await page.route('/', async (route) =>
    route.request().method() === 'HEAD' ? route.abort() : route.continue(),
  )
  const missing = page.waitForEvent('requestfailed', (request) => request.url().includes('nav-views'))
  await openSystems(page)
  await missing
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link', { name: 'Old ones' })).toHaveCount(0)
  await page.unrouteAll()
  await expect(menu.getByRole('link', { name: 'Old ones' })).toBeVisible()
})

test('a connection that comes back between a try and the request to the server is no upgrade', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  await page.route(fileOf('solutions-page'), (route) => route.abort())
  await page.route('/', async (route) => {
    if (route.request().method() === 'HEAD') await page.unroute(fileOf('solutions-page'))
    await route.continue()
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Solutions' }).click()
  await expect(page.getByRole('heading', { name: 'Solutions', level: 1 })).toBeVisible()
})

test('after an upgrade, a missing part says so and offers to reload', async ({ page, organisation }) => {
  const upgraded = ['account-menu-content', 'security-screen', 'systems-page']
  for (const name of upgraded) await remove(page, name)
  await page.route(fileOf('palette-of-pages'), (route) => route.abort())
  await signInAs(page, organisation, 'admin')
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')

  await test.step('the account menu', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(toast.filter({ hasText: UPDATED })).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast.filter({ hasText: UPDATED })).toHaveCount(0)
  })
  await test.step('the palette', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(toast.filter({ hasText: UPDATED })).toBeVisible()
    await page.unroute(fileOf('palette-of-pages'))
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('a tab of the settings', async () => {
    await page.getByRole('link', { name: 'Settings' }).first().click()
    await page.getByRole('tab', { name: 'Security' }).click()
    await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
    await page.getByRole('tab', { name: 'Appearance' }).click()
    await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toHaveCount(0)
  })
  await test.step('a screen', async () => {
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Systems' }).click()
    await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Systems', level: 1 })).toBeVisible()
  })
})

test('the windows of the shell open offline, since they are loaded at the first touch', async ({
  page,
  context,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  const loaded = page.waitForResponse(/palette-of-pages-.*\.js/)
  await openSystems(page)
  await loaded
  await whenIdle(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
})

test('a selection whose bar is missing leaves the list unchanged', async ({ page, cairn, organisation }) => {
  await remove(page, 'selection-bar')
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const box = page.getByRole('checkbox', { name: 'Select Payroll' })
  await box.click()
  await expect(
    page
      .getByRole('region', { name: 'Notifications (F8)' })
      .getByRole('listitem')
      .filter({ hasText: UPDATED }),
  ).toBeVisible()
  await expect(box).not.toBeChecked()

  await page.unroute(fileOf('selection-bar'))
  await box.click()
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
})

test('a missing sign-up form leaves the sign-in unchanged', async ({ page }) => {
  await remove(page, 'sign-up-chunk')
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill('ada@team.example')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page.getByRole('alert').filter({ hasText: UPDATED })).toBeVisible()
  await page.getByRole('tab', { name: 'Login' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@team.example')
})

test('a press for a passkey says that the connection is lost', async ({ page, context }) => {
  const press = page.getByRole('button', { name: 'Sign in with a passkey' })
  // More than one press is needed only where the page had not loaded the ways to sign in within a second.
  await expect(async () => {
    await page.goto('/auth')
    await expect(press).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await context.setOffline(true)
  await press.click()
  // The toaster is missing as well: a plain toast shows it.
  const told = page.getByRole('status').filter({ hasText: 'Something went wrong' })
  await expect(told).toContainText(UNREACHABLE)
  await expect(press).toBeEnabled()
})

test('a form stays unchanged where the dialog that asks for the password is missing', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  await remove(page, 'proof-dialog')
  await keepSignInAs(page, organisation, 'manager')
  await openSystems(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('tab', { name: 'Tokens' }).click()
  const ageSignIns = () => database`update auth.mfa_amr_claims set updated_at = now() - interval '1 hour'`
  await ageSignIns()
  const form = page.getByRole('dialog', { name: 'Create API Token' })
  const create = form.getByRole('button', { name: 'Create Token' })
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  async function fill() {
    await page.getByRole('button', { name: 'Create Token' }).click()
    await form.getByRole('textbox', { name: 'Name' }).fill('Reports')
    await form.getByRole('checkbox', { name: 'Read Systems' }).check()
    await create.click()
  }

  await fill()
  await expect(page.getByText('You signed in more than ten minutes ago.').first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Reports')

  await test.step('with the dialog, the password makes the token', async () => {
    await page.unroute(fileOf('proof-dialog'))
    await create.click()
    await proof.getByLabel('Password').fill(PASSWORD)
    await proof.getByRole('button', { name: 'Continue' }).click()
    const made = page.getByRole('dialog', { name: 'Token Reports' })
    await expect(made).toBeVisible()
    await made.getByRole('button', { name: 'Done' }).click()
  })
  await test.step('leaving the form removes the dialog as well', async () => {
    await ageSignIns()
    await fill()
    await expect(proof).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
