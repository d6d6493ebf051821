import { arrangePerson } from '@cairn/testing/people'
import type { Page } from '@playwright/test'
import { colourOf, heldBack } from './support/browser.ts'
import { logOut } from './support/log-out.ts'
import { boxOf, slowMotion, WITH_MOTION } from './support/motion.ts'
import { continueAsGuest, expect, freshDomain, signIn, test } from './support/test.ts'

test.use(WITH_MOTION)

const sidebar = (page: Page) => page.locator('[data-sidebar]')

/** Waits until the sidebar has been folded or unfolded, and has the width of that. */
async function expectFolded(page: Page, isFolded: boolean): Promise<void> {
  await expect(sidebar(page)).toHaveAttribute('data-state', isFolded ? 'collapsed' : 'expanded')
  expect((await boxOf(sidebar(page))).width).toBe(isFolded ? 48 : 256)
}

test('[SHELL-31, 33, 34, 35, 36, 39, 41] the sidebar folds to icons in three ways', async ({ page }) => {
  await continueAsGuest(page)
  await expectFolded(page, false)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expectFolded(page, true)
  await sidebar(page).getByTitle('Toggle sidebar').click()
  await expectFolded(page, false)
  await page.keyboard.press('Control+b')
  await expectFolded(page, true)
  await page.keyboard.press('Meta+b')
  await expectFolded(page, false)
})

test('[SHELL-37, 38] a folded sidebar stays folded for seven days', async ({ page, context }) => {
  await continueAsGuest(page)
  await expectFolded(page, false)
  await page.keyboard.press('Control+b')
  await expectFolded(page, true)
  const stateCookie = async () => (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  await expect.poll(async () => (await stateCookie())?.value).toBe('collapsed')
  const cookie = await stateCookie()
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / (24 * 60 * 60)
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.01)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expectFolded(page, true)
})

test('[SHELL-01, 32, 42, 46, DIS-11, 12, GAP-27] the sidebar leads everywhere and marks the present screen', async ({
  page,
}) => {
  await continueAsGuest(page)
  const entries = sidebar(page).getByRole('link')
  const names = ['Dashboard', 'Systems', 'Automations', 'Agents', 'Solutions', 'Team', 'Settings']
  const views = [
    ['Systems', /^Without an owner/],
    ['Automations', /^Running/],
  ] as const
  await expect(entries).toHaveText(
    names.flatMap((name) => [name, ...views.filter(([above]) => above === name).map(([, view]) => view)]),
  )
  const current = sidebar(page).locator('[aria-current=page]')
  for (const name of names) {
    await sidebar(page).getByRole('link', { name, exact: true }).click()
    const path = name === 'Dashboard' ? '/' : `/${name.toLowerCase()}`
    await expect(page).toHaveURL(new RegExp(`:\\d+${path}$`))
    await expect(current).toHaveText([name])
    const [chosen, other] = await Promise.all([
      colourOf(current, 'background-color'),
      colourOf(sidebar(page).locator('a:not([aria-current])').last(), 'background-color'),
    ])
    expect(chosen).not.toEqual(other)
  }
  await page.goto('/dashboard')
  await expect(current).toHaveText(['Dashboard'])

  await page.keyboard.press('Control+b')
  await expectFolded(page, true)
  for (const name of names) {
    const entry = sidebar(page).getByRole('link', { name, exact: true })
    await expect(entry.locator('svg')).toBeVisible()
    expect((await boxOf(entry)).width).toBeLessThan(48)
  }
})

test('[SHELL-57, 58, 59, 61, 62, 65, 66, 72] the header of somebody signed in', async ({
  page,
  organisation,
}) => {
  await organisation.member('Ada Example')
  await signIn(page, await organisation.member('Ben Example', 'user'))
  const header = page.getByRole('banner')
  expect((await boxOf(header)).height).toBe(64)
  const brand = header.getByRole('link', { name: 'Cairn' })
  await expect(brand).toBeVisible()
  await expect(brand.locator('svg')).toBeVisible()

  const menu = header.getByRole('button', { name: 'Account menu' })
  await expect(menu).toHaveText('B')
  await menu.click()
  await expect(page.getByRole('menu')).toContainText('Ben Example')
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Settings', 'Log out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await header.getByRole('link', { name: 'Notifications' }).click()
  await expect(page).toHaveURL(/\/notifications$/)
  await header.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
  await header.getByRole('searchbox', { name: 'Quick search' }).click()
  await expect(page).toHaveURL(/\/search$/)
})

test('[GAP-35] Tab passes through the search field of the header, typing into it searches', async ({
  page,
  organisation,
}) => {
  await signIn(page, await organisation.member('Ada Example'))
  const field = page.getByRole('banner').getByRole('searchbox', { name: 'Quick search' })
  await page.getByRole('banner').getByRole('link', { name: 'Cairn' }).focus()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('button', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page).toHaveURL('/')
  await page.keyboard.type('payroll')
  await expect(page).toHaveURL('/search?q=payroll')
  const there = page.getByRole('searchbox', { name: 'Search everything' })
  await expect(there).toBeFocused()
  await expect(there).toHaveValue('payroll')
  await page.keyboard.type('s')
  await expect(there).toHaveValue('payrolls')
})

test('[SHELL-66] the account menu opens again while it fades out, by its button and by its keys', async ({
  page,
  organisation,
}) => {
  await signIn(page, await organisation.member('Ada Example'))
  await slowMotion(page)
  const button = page.getByRole('button', { name: 'Account menu' })
  await button.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.locator('[role=menu][data-state=closed]')).toBeVisible()
  await button.click()
  await expect(page.locator('[role=menu][data-state=open]')).toBeVisible()
  await button.click()
  await expect(page.locator('[role=menu][data-state=closed]')).toBeVisible()
  await button.press('Enter')
  await expect(page.locator('[role=menu][data-state=open]')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('[SHELL-66] the account menu stays open when the screen behind it arrives late', async ({
  page,
  organisation,
}) => {
  await signIn(page, await organisation.member('Ada Example'))
  const button = page.getByRole('button', { name: 'Account menu' })
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  const release = await heldBack(page, '**/assets/*.js')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await button.click()
  await expect(page.getByRole('menu')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('[SHELL-65, 72] the address replaces a missing name', async ({ page, cairn }) => {
  const email = `zoe@${freshDomain()}`
  await signIn(page, await arrangePerson(cairn.database, { email, name: '' }))
  const menu = page.getByRole('banner').getByRole('button', { name: 'Account menu' })
  await expect(menu).toHaveText('Z')
  await menu.click()
  await expect(page.getByRole('menu').getByText(email)).toBeVisible()
})

test('[SHELL-63, 64] the badge tells the level by word and by look', async ({ page, organisation }) => {
  await organisation.member('Ada Example')
  const looks = []
  for (const level of ['admin', 'manager', 'user'] as const) {
    const person = await organisation.member(`${level} example`, level)
    await signIn(page, person)
    const name = `${level.charAt(0).toUpperCase()}${level.slice(1)}`
    const badge = page.getByRole('banner').getByText(name, { exact: true })
    await expect(badge).toBeVisible()
    looks.push({
      fill: await colourOf(badge, 'background-color'),
      line: await colourOf(badge, 'border-top-color'),
    })
    if (level === 'admin') {
      const mainButton = page.getByRole('main').getByRole('link', { name: 'Add System' })
      expect(looks[0]?.fill, 'as the default button').toEqual(await colourOf(mainButton, 'background-color'))
    }
    await logOut(page)
  }
  const [admin, manager, user] = looks
  expect(manager?.fill.alpha).toBe(255)
  expect(manager?.fill).not.toEqual(admin?.fill)
  expect(user?.fill.alpha, 'An outline has no filling.').toBe(0)
  expect(user?.line.alpha).toBe(255)
  expect([admin?.line.alpha, manager?.line.alpha], 'Only the outline has a line.').toEqual([0, 0])
})

test('[SHELL-67, 68, 69, 70, 73] the header of a guest', async ({ page }) => {
  await continueAsGuest(page)
  const header = page.getByRole('banner')
  await expect(header.getByText('Guest Mode', { exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Notifications' })).toHaveCount(0)
  const menu = header.getByRole('button', { name: 'Account menu' })
  await expect(menu).toHaveText('G')
  await menu.click()
  await expect(page.getByRole('menu').getByText('Guest User', { exact: true })).toBeVisible()
  await expect(page.getByRole('menu').getByText('Viewer', { exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveText(['Sign In / Sign Up'])
})

test('on a wide screen every screen begins where the others do', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await continueAsGuest(page)
  const starts: number[] = []
  for (const path of ['/', '/systems', '/settings', '/notifications']) {
    await page.goto(path)
    starts.push((await boxOf(page.locator('#main h1'))).x)
  }
  expect(new Set(starts.map(Math.round)).size, starts.join(', ')).toBe(1)
})
