import type { Page } from '@playwright/test'
import { kept, whenIdle } from './support/browser.ts'
import { boxOf } from './support/motion.ts'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).click()

test('[SHELL-31, 47, 48, 59, 60] below 768 px the menu takes the place of the sidebar', async ({ page }) => {
  await continueAsGuest(page)
  const header = page.getByRole('banner')
  const opener = header.getByRole('button', { name: 'Open menu' })
  const sidebar = page.locator('[data-sidebar]')
  const searchIcon = header.getByRole('link', { name: 'Search' })
  const searchBox = header.getByRole('searchbox')

  await page.setViewportSize({ width: 768, height: 844 })
  await expect(sidebar).toBeVisible()
  await expect(searchBox).toBeVisible()
  await expect(opener).toBeHidden()
  await expect(searchIcon).toBeHidden()
  await page.setViewportSize({ width: 767, height: 844 })
  await expect(sidebar).toBeHidden()
  await expect(searchBox).toBeHidden()
  await expect(opener).toBeVisible()
  await searchIcon.click()
  await expect(page).toHaveURL(/\/search$/)
})

test('[SHELL-40, 49, 50, 53, DIS-30] the menu is a drawer from the left, 85% wide and at least 18rem', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await continueAsGuest(page)
  await expect(menu(page)).toBeHidden()
  for (const { width, drawer } of [
    { width: 390, drawer: 390 * 0.85 },
    { width: 320, drawer: 288 },
  ]) {
    await page.setViewportSize({ width, height: 844 })
    await openMenu(page)
    await expect(menu(page)).toBeVisible()
    const box = await boxOf(menu(page))
    expect(box.x).toBe(0)
    expect(box.width).toBeCloseTo(drawer, 0)
    expect(box.height).toBe(844)
    await menu(page).getByRole('button', { name: 'Close' }).click()
    await expect(menu(page)).toBeHidden()
  }
})

test('[SHELL-51, 52, 54] a signed-in user finds their entries, their profile and the way out', async ({
  page,
  cairn,
  organisation,
}) => {
  await page.setViewportSize(PHONE)
  const person = await organisation.member('Ada Example')
  await cairn.database`
    insert into public.app_features (account_id, feature_name, enabled)
    values (${await organisation.accountId()}, 'agents', false)`
  await signIn(page, person)
  await openMenu(page)
  await expect(menu(page).getByRole('navigation').getByRole('link')).toHaveText([
    'Dashboard',
    'Systems',
    'Automations',
    'Solutions',
    'Team',
    'Settings',
  ])
  await menu(page).getByRole('link', { name: 'Systems', exact: true }).click()
  await expect(page).toHaveURL(/\/systems$/)
  await expect(menu(page)).toBeHidden()

  await openMenu(page)
  await menu(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(menu(page)).toBeHidden()

  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect(menu(page)).toBeHidden()
  // A request of the profile that went out after the session would be refused, and the console would say so.
  await whenIdle(page)
})

test('[SHELL-51, 55, DIS-22] a guest finds everything, and the way to sign in', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await continueAsGuest(page)
  await openMenu(page)
  await expect(menu(page).getByRole('navigation').getByRole('link')).toHaveText([
    'Dashboard',
    'Systems',
    /^Without an owner/,
    'Automations',
    /^Running/,
    'Agents',
    'Solutions',
    'Team',
    'Settings',
  ])
  await menu(page).getByRole('button', { name: 'Sign In / Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth$/)
  await expect.poll(() => kept(page, 'guest-mode')).toBeNull()
})
