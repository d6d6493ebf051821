import type { Page } from '@playwright/test'
import { heldBack } from '../support/browser.ts'
import { boxOf, slowMotion, WITH_MOTION } from '../support/motion.ts'
import { continueAsGuest, expect, signIn, test } from '../support/test.ts'

test.use(WITH_MOTION)

const sidebar = (page: Page) => page.locator('[data-sidebar]')

/** Waits until the sidebar has been folded or unfolded, and has the width of that. */
async function expectFolded(page: Page, isFolded: boolean): Promise<void> {
  await expect(sidebar(page)).toHaveAttribute('data-state', isFolded ? 'collapsed' : 'expanded')
  expect((await boxOf(sidebar(page))).width).toBe(isFolded ? 48 : 256)
}

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
