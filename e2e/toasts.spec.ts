import type { Page } from '@playwright/test'
import { colourOf, isReddish, refusal } from './support/browser.ts'
import { runUntil, stopClock } from './support/clock.ts'
import { boxOf, WITH_MOTION } from './support/motion.ts'
import { continueAsGuest, expect, freshDomain, PASSWORD, test } from './support/test.ts'
import { toast as anyToast } from './support/toasts.ts'

test.use(WITH_MOTION)

const GREETING = 'Guest mode enabled'

const toast = (page: Page, title = GREETING) => anyToast(page).filter({ hasText: title })

/** Drags a toast to the side with the mouse and lets go. */
async function swipe(page: Page, byPixels: number): Promise<void> {
  const box = await boxOf(toast(page))
  const [x, y] = [box.x + box.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + byPixels, y, { steps: 8 })
  await page.mouse.up()
}

test('[TOAST-06] a toast stays for 5000 ms', async ({ page }) => {
  await page.clock.install()
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Continue as Guest' })).toBeVisible()
  await stopClock(page)
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await runUntil(page, () => toast(page).isVisible())
  const opened = page.locator('li[data-state=open]').filter({ hasText: GREETING })
  const shownMs = await runUntil(page, async () => (await opened.count()) === 0)
  expect(shownMs).toBeGreaterThan(4_800)
  expect(shownMs).toBeLessThan(5_200)
  await expect(toast(page)).toBeHidden()
})

test('[TOAST-07, 08] a swipe to the right by more than 50 px puts a toast away', async ({ page }) => {
  await page.clock.install()
  await continueAsGuest(page)
  await expect(toast(page)).toBeVisible()
  await stopClock(page)
  await swipe(page, -120)
  await expect(toast(page)).toBeVisible()
  await swipe(page, 45)
  await expect(toast(page)).toHaveAttribute('data-swipe', 'cancel')
  await expect(toast(page)).toBeVisible()
  await swipe(page, 60)
  await expect(toast(page)).toBeHidden()
})

test('[TOAST-09] F8 leads to the toast, Escape puts it away', async ({ page }) => {
  await continueAsGuest(page)
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(toast(page)).toBeHidden()
})

test.describe('errors', () => {
  test.use({ expectedComplaints: [refusal(400)] })

  test('[TOAST-02, 03, 04] look like errors, good news does not, and there is one toast at a time', async ({
    page,
    organisation,
  }) => {
    const { email } = await organisation.member('Ada Example')
    await page.goto('/auth')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(`not ${PASSWORD}`)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const failure = toast(page, 'Error signing in').getByText('Error signing in', { exact: true })
    await expect(failure).toBeVisible()
    expect(isReddish(await colourOf(failure, 'color'))).toBe(true)

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    const success = toast(page, 'Signed in').getByText('Signed in', { exact: true })
    await expect(success).toBeVisible()
    expect(isReddish(await colourOf(success, 'color'))).toBe(false)
    await expect(failure).toHaveCount(0)
    await expect(anyToast(page)).toHaveCount(1)
  })

  test('[TOAST-03] look like errors for the sign-up checks too', async ({ page }) => {
    await page.goto('/auth?tab=sign-up')
    await page.getByLabel('Email', { exact: true }).fill(`ada@${freshDomain()}`)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    // The field comes when the domain is looked up, and moves the button.
    await expect(page.getByLabel('Account Name')).toBeVisible()
    await page.getByRole('button', { name: 'Create Account' }).click()
    const title = toast(page, 'Name is required').getByText('Name is required', { exact: true })
    await expect(title).toBeVisible()
    expect(isReddish(await colourOf(title, 'color'))).toBe(true)
  })
})
