import type { Page } from '@playwright/test'
import { runUntil, stopClock } from '../support/clock.ts'
import { boxOf, WITH_MOTION } from '../support/motion.ts'
import { continueAsGuest, expect, test } from '../support/test.ts'
import { toast as anyToast } from '../support/toasts.ts'

test.use({
  ...WITH_MOTION,
  movesBecause:
    'The clock that scripts read is stopped, and styles go on: parts show before they are loaded.',
})

const MOST_OF_IT_MS = 4_000
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
  // The dashboard loads at once, as it does where time passes.
  await page.clock.runFor(MOST_OF_IT_MS)
  await expect(opened).toHaveCount(1)
  const shownMs = MOST_OF_IT_MS + (await runUntil(page, async () => (await opened.count()) === 0))
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
