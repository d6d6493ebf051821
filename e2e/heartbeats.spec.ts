import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const cardOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Heartbeat', exact: true }) })

test('guests see at a glance how the examples report themselves', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/automations')
  await expect(rowOf(page, 'New lead to sales channel')).toContainText('On time12 minutes ago')
  await expect(rowOf(page, 'Invoice approval')).toContainText('Failing2 hours ago')
  await expect(rowOf(page, 'Weekly stock report')).toContainText('Paused')
  await expectAccessible(page, 'automations with their runs')

  await test.step('the runs are read with the keys, one by one', async () => {
    const strip = page.getByRole('slider', { name: 'Last runs of Invoice approval' })
    await strip.focus()
    await expect(strip).toHaveAttribute('aria-valuetext', 'Run 87: Failure, 2 hours ago, took 38 sec')
    await expect(page.getByRole('tooltip')).toHaveText('Run 87: Failure, 2 hours ago, took 38 sec')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('tooltip')).toHaveText('Run 85: Success, 6 hours ago, took 30 sec')
    await page.keyboard.press('Home')
    await expect(strip).toHaveAttribute('aria-valuetext', /^Run 58: Success/)
  })

  await page.goto('/agents')
  await expect(rowOf(page, 'Support Assistant')).toContainText('Running')
  await expect(rowOf(page, 'Contract Reader')).toContainText('Late')
})

test('a card says what is in a narrow window too', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await continueAsGuest(page)
  await page.goto('/automations')
  const card = page.getByRole('article').filter({ hasText: 'Invoice approval' })
  await expect(card).toContainText('Failing')
  await expect(card.getByRole('slider')).toBeVisible()
})

test('the details tell runs and what is expected, and guests hear that changes are not kept', async ({
  page,
}) => {
  await continueAsGuest(page)
  await page.goto('/automations/demo-automation-2')
  const card = cardOf(page)
  await expect(card).toContainText('84 of 87 runs in 30 days')
  await expect(card).toContainText('took 38 sec')

  await test.step('its runs, with notes as text', async () => {
    await card.getByRole('button', { name: 'Show Runs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Runs of Invoice approval' })
    const runs = dialog.getByRole('table', { name: 'Runs' })
    await expect(runs.getByRole('row').nth(1)).toHaveText('87Failure2 hours ago38 sec1')
    await dialog.getByText('Traceback').first().click()
    await expect(dialog.getByText('cost centre 4711 is closed').first()).toBeVisible()
    const days = dialog.getByRole('slider', { name: 'Runs of 90 days' })
    // Early in the morning, today has none yet.
    await days.press('ArrowLeft')
    await expect(days).toHaveAttribute('aria-valuetext', /: \d+ runs?, \d failed, .+ on average, .+ at most$/)
    await dialog.getByText('Runs by day, as a table').click()
    await expect(dialog.getByRole('columnheader', { name: 'Longest' })).toBeVisible()
    await expectAccessible(page, 'the runs of an automation')
    await dialog.getByRole('button', { name: 'Show more' }).click()
    await expect(runs.getByRole('rowheader')).toHaveCount(87)
    await page.keyboard.press('Escape')
  })

  await test.step('the menu, with the keys alone', async () => {
    await card.getByRole('button', { name: 'Options of the heartbeat' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Revoke Address' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Address' }).press('Enter')
    await expectToast(
      page,
      'Guest Mode',
      "Heartbeats aren't saved in guest mode. Please sign up for full access.",
    )
  })
})
