import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectWhole } from './support/layout.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
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
