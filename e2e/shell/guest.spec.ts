import type { Page } from '@playwright/test'
import { runUntil, stopClock } from '../support/clock.ts'
import { listedNames } from '../support/systems.ts'
import { continueAsGuest, expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

/** Notes every call to the server that is more than a file of the app. */
function serverCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(rest|auth|functions)\/v1\//.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('[GUEST-01, 12, 14, 21, 33, GAP-08] a guest opens everything, and nothing reaches the server', async ({
  page,
}) => {
  await page.clock.install()
  const palette = page.waitForResponse(/\/assets\/windows-[^/]+\.js$/, { timeout: 0 })
  await continueAsGuest(page)
  const calls = serverCalls(page)
  await test.step('the palette is fetched before anybody touches a key', async () => {
    await page.clock.runFor(15_000)
    await palette
  })
  await test.step('[GUEST-21] the examples take 800 ms to load', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await stopClock(page)
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Systems', exact: true })
      .click()
    const table = page.getByRole('table', { name: 'Systems' })
    await expect(table).toHaveAttribute('aria-busy', 'true')
    const loadedMs = await runUntil(page, async () => (await table.getAttribute('aria-busy')) !== 'true')
    expect(loadedMs).toBeGreaterThanOrEqual(800)
    expect(loadedMs).toBeLessThan(1_000)
    await page.clock.resume()
  })
  const refusal = [
    'Guest Mode',
    "Systems aren't saved in guest mode. Please sign up for full access.",
  ] as const

  await test.step('add', async () => {
    await page.getByRole('button', { name: 'Add System' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'System Owner' }).click()
    await expect(page.getByRole('option')).toHaveCount(10)
    await expect(page.getByRole('option', { name: /Invited/ })).toHaveCount(1)
    await page.keyboard.press('Escape')
    await dialog.getByLabel('System Name').fill('Payroll')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, ...refusal)
    await expect(dialog.getByLabel('System Name')).toHaveValue('Payroll')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('edit', async () => {
    await page.getByRole('button', { name: 'Edit Salesforce' }).click()
    await page.getByLabel('System Name').fill('Other')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, ...refusal)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('delete', async () => {
    await page.getByRole('button', { name: 'Delete Salesforce' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, ...refusal)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  })
  await expect(listedNames(page)).toHaveText(['Salesforce', 'SAP ERP', 'ServiceNow'])
  for (const name of ['Automations', 'Agents', 'Solutions', 'Team', 'Settings']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  expect(calls).toEqual([])
})
