import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { withoutNews } from './support/news.ts'
import { arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

const title = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const cellOf = (page: Page, name: string, column: number) =>
  page.getByRole('row', { name }).getByRole('cell').nth(column)

test('a status is changed in the row with the keyboard alone, and undone', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await title(page, 'Payroll').focus()
  await page.keyboard.press('e')
  const fields = page.getByRole('listbox', { name: 'Change Payroll' })
  await expect(fields.getByRole('option')).toHaveText([
    /^Status/,
    /^Owner/,
    /^Criticality/,
    /^Data Class/,
    /^Lifecycle/,
  ])
  await expectAccessible(page, 'what can be changed in a row')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Status' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(cellOf(page, 'Payroll', 2)).toHaveText('Inactive')
  await expect(page.getByText('Payroll: Inactive', { exact: true })).toBeVisible()
  await expect(title(page, 'Payroll')).toBeFocused()
  const stored = async () => (await cairn.database`select status from public.systems where id = ${id}`)[0]
  await expect.poll(stored).toEqual({ status: 'inactive' })

  await page.keyboard.press('Control+z')
  await expect(cellOf(page, 'Payroll', 2)).toHaveText('Active')
  await expect.poll(stored).toEqual({ status: 'active' })

  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(title(page, 'Payroll')).toBeFocused()
})

test('a change that another user made meanwhile stays, and is reported', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll', description: 'Old' })
  // The list refetches news, and would show the change before the user makes theirs.
  await withoutNews(page)
  await page.goto('/systems?cols=name,criticality,description')
  const pick = async (choice: string) => {
    await title(page, 'Payroll').focus()
    await page.keyboard.press('e')
    await page.getByRole('option', { name: 'Criticality' }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
  }
  await expect(title(page, 'Payroll')).toBeVisible()
  await cairn.database`update public.systems set description = 'New' where id = ${id}`
  await pick('Low')
  await expect(page.getByText('Payroll: Low', { exact: true })).toBeVisible()
  await expect(cellOf(page, 'Payroll', 2)).toHaveText('New')

  await cairn.database`update public.systems set criticality = 'critical' where id = ${id}`
  await pick('Medium')
  await expect(page.getByText('Nothing was changed', { exact: true })).toBeVisible()
  await expect(cellOf(page, 'Payroll', 1)).toHaveText('Critical')
})
