import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { exampleWorks } from './support/example-works.ts'
import { continueAsGuest, expect, freshDomain, keepSignIn, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export: Systems' })

/** Presses the button of the window. Gives the name of the file and what is in it. */
async function exported(page: Page): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Export', exact: true }).press('Enter')
  const file = await download
  await expect(dialog(page)).toHaveCount(0)
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('a list is exported as it is filtered, with the keyboard alone, and on a phone', async ({
  page,
  cairn,
}) => {
  const { database } = cairn
  await keepSignIn(page, await exampleWorks(database, { domain: freshDomain() }))
  await database`update public.systems set vendor = 'Acme', description = '=1+1' where name = 'Billing'`
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto('/systems?q=Billing&cols=name,vendor,description')
  await expect(page.getByText('Billing', { exact: true }).first()).toBeVisible()

  const button = page.getByRole('button', { name: 'Export', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'CSV' })).toBeFocused()
  await expectAccessible(page, 'window of the export')
  const csv = await exported(page)
  expect(csv.name).toMatch(/^systems-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toBe("\ufeffName,Vendor,Description\r\nBilling,Acme,'=1+1\r\n")
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog(page).getByRole('radio', { name: 'CSV' }).press('ArrowLeft')
  await expect(dialog(page).getByRole('radio', { name: 'JSON' })).toBeChecked()
  await expect(dialog(page).getByRole('switch', { name: 'With ids' })).toBeChecked()
  await dialog(page).getByRole('combobox', { name: 'Columns' }).selectOption('All')
  const json = await exported(page)
  expect(JSON.parse(json.text)).toEqual([
    expect.objectContaining({ id: expect.any(String), name: 'Billing', vendor: 'Acme', status: 'Active' }),
  ])

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill('export systems')
  await palette.getByRole('option', { name: 'Export: Systems' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL(/q=Billing/)
})

test('guests export the examples', async ({ page }) => {
  await continueAsGuest(page)
  await page.goto('/systems')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const { text } = await exported(page)
  expect(text.split('\r\n').length).toBeGreaterThan(3)
  expect(text).toContain('Salesforce')
})
