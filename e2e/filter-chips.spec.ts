import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectWhole } from './support/layout.ts'
import { arrangeSystem, listedNames, openSystems, signInAs } from './support/systems.ts'
import { type Cairn, expect, type Organisation, test } from './support/test.ts'

const chips = (page: Page) => page.getByRole('group', { name: 'Added filters' }).locator('[data-filter-chip]')

async function arrange(page: Page, { database }: Cairn, organisation: Organisation): Promise<string> {
  const { accountId } = await signInAs(page, organisation, 'admin')
  for (const name of ['Archive', 'Billing', 'Payroll']) await arrangeSystem(database, { accountId, name })
  await database`update public.systems set criticality = 'high', vendor = 'Acme', cost_per_month = 90, cost_currency = 'EUR'
    where account_id = ${accountId} and name = 'Billing'`
  await database`update public.systems set criticality = 'low', vendor = 'Zeta', cost_per_month = 900, cost_currency = 'EUR'
    where account_id = ${accountId} and name = 'Payroll'`
  return accountId
}

test('filters are added, changed and removed with the keyboard alone, and a link shows the same list', async ({
  page,
  cairn,
  organisation,
}) => {
  await arrange(page, cairn, organisation)
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Archive', 'Billing', 'Payroll'])

  const add = page.getByRole('button', { name: 'Add filter' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible()
  await page.keyboard.type('criti')
  await page.keyboard.press('Enter')
  const values = page.getByRole('listbox', { name: 'Criticality' })
  await expect(values.getByRole('option', { name: 'High 1' })).toBeVisible()
  await expectAccessible(page, 'values of a filter')
  await values.focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(listedNames(page)).toHaveText(['Billing'])
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await expect(chips(page)).toHaveText(['Criticality is High'])
  await expect(page.getByText('1 of 3', { exact: true })).toBeVisible()

  await page.keyboard.press('Enter')
  await page.keyboard.type('cost')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Operator' }).selectOption('is more than')
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.focus()
  await page.keyboard.type('much')
  await page.keyboard.press('Enter')
  await expect(value).toHaveAccessibleDescription('Enter a number.')
  await expect(value).toBeFocused()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a filter by what is no number')
  await value.fill('500')
  await page.keyboard.press('Enter')
  await expect(chips(page)).toHaveText(['Criticality is High', 'Cost per Month is more than 500'])
  await expect(page.getByText('No systems found.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Which filters have to hold' }).selectOption('Any of')
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll'])
  await expectAccessible(page, 'chips of filters')

  await page.reload()
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll'])
  await chips(page).first().focus()
  await page.keyboard.press('Delete')
  await expect(chips(page)).toHaveText(['Cost per Month is more than 500'])
  await expect(chips(page)).toBeFocused()
  await expect(listedNames(page)).toHaveText(['Payroll'])
  await page.keyboard.press('Backspace')
  await expect(listedNames(page)).toHaveText(['Archive', 'Billing', 'Payroll'])
  await expect(add).toBeFocused()
})

test('several filters of which any has to hold stand in one chip', async ({ page, cairn, organisation }) => {
  await arrange(page, cairn, organisation)
  await openSystems(page)
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Any of several filters…' }).click()
  for (const vendor of ['Acme', 'Zeta']) {
    await page.getByRole('option', { name: 'Vendor' }).click()
    await page.getByRole('combobox', { name: 'Value' }).fill(vendor)
    await page.keyboard.press('Enter')
    if (vendor === 'Acme') await page.getByRole('dialog').getByRole('button', { name: 'Add filter' }).click()
  }
  await expectAccessible(page, 'filters that are nested')
  await page.keyboard.press('Escape')
  await expect(chips(page)).toHaveText(['Any of: Vendor is Acme, Vendor is Zeta'])
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll'])
})

test('filters of which any has to hold keep their chips beside tags, and the focus stays', async ({
  page,
  cairn,
  organisation,
}) => {
  const accountId = await arrange(page, cairn, organisation)
  await cairn.database`insert into public.tags (account_id, name) values (${accountId}, 'audit')`
  await page.goto('/systems?where=vendor.is.Acme&where=vendor.is.Zeta')
  await expect(chips(page)).toHaveText(['Vendor is Acme', 'Vendor is Zeta'])
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('option', { name: 'audit' }).click()
  await page.keyboard.press('Escape')
  const match = page.getByRole('combobox', { name: 'Which filters have to hold' })
  await match.focus()
  await match.selectOption('Any of')
  await expect(page).toHaveURL(/where=any/)
  await expect(chips(page)).toHaveText(['Vendor is Acme', 'Vendor is Zeta'])
  await expect(match).toBeFocused()
  await match.selectOption('All of')
  await expect(page).not.toHaveURL(/where=any/)
  await expect(match).toBeFocused()
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(page).toHaveURL(/where=tags/)
})

test('a filter that this list does not know shows nothing until it is removed', async ({
  page,
  cairn,
  organisation,
}) => {
  await arrange(page, cairn, organisation)
  await page.goto('/systems?where=colour.is.red&where=vendor.is.acme')
  await expect(page.getByRole('alert')).toContainText('colour')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the filter: Vendor is acme' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('colour')
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.goto('/systems?where=colour.is.red&where=vendor.is.acme')
  await page.getByRole('button', { name: 'Show Without It' }).click()
  await expect(listedNames(page)).toHaveText(['Billing'])
  await expect(chips(page)).toHaveText(['Vendor is acme'])
})

test('on a phone the filters are in their menu, and their chips break the line', async ({
  page,
  cairn,
  organisation,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await arrange(page, cairn, organisation)
  await page.goto('/systems')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Criticality' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(chips(page)).toHaveText(['Criticality is High'])
  await expectAccessible(page, 'chips on a phone')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectWhole(page, 'chips at 320 px')
})
