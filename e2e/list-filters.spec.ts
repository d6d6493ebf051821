import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import {
  arrangeAgent,
  arrangeAutomation,
  arrangeSolution,
  namesIn,
  openCatalogue,
} from './support/records.ts'
import { arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

const chip = (page: Page, name: string | RegExp) => page.locator('#main').getByRole('button', { name })
const names = (page: Page) => namesIn(page, 'Systems')

test('status and owner filter a list, by pointer, by keys and by the address', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Owner')
  const system = { accountId, ownerId: null }
  await arrangeSystem(cairn.database, { ...system, name: 'Archive', status: 'deprecated', ownerId: ben.id })
  await arrangeSystem(cairn.database, { ...system, name: 'Billing', status: 'maintenance' })
  await arrangeSystem(cairn.database, { ...system, name: 'Payroll', ownerId: founder.id })
  await openSystems(page)
  await expect(names(page)).toHaveText(['Archive', 'Billing', 'Payroll'])

  await test.step('a deprecated one looks like one', async () => {
    const row = page.getByRole('row', { name: 'Archive' })
    await expect(row.getByText('Deprecated', { exact: true })).toBeVisible()
    await expect(row.locator('s')).toHaveText('Archive')
    await expect(page.locator('s')).toHaveCount(1)
  })

  await test.step('several statuses, with the keys alone', async () => {
    await page.getByRole('searchbox', { name: 'Filter systems' }).focus()
    await page.keyboard.press('Tab')
    await expect(chip(page, 'Status').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Status' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { selected: true })).toHaveText(['Maintenance', 'Deprecated'])
    await page.keyboard.press('Escape')
    await expect(chip(page, 'Status: Maintenance, Deprecated')).toBeFocused()
    await expect(names(page)).toHaveText(['Archive', 'Billing'])
    await expect(page).toHaveURL('/systems?status=maintenance%2Cdeprecated')
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  })

  await test.step('without an owner, or with one; and all again', async () => {
    await chip(page, /^No owner( \d+)?$/).click()
    await expect(names(page)).toHaveText(['Billing'])
    await chip(page, 'Owner').first().click()
    await page.getByRole('option', { name: 'Ben Owner' }).click()
    await page.keyboard.press('Escape')
    await expect(chip(page, 'Owner: Ben Owner')).toBeFocused()
    await expect(names(page)).toHaveText(['Archive', 'Billing'])
    await expectAccessible(page, 'filtered systems')
    await chip(page, 'Clear filters').click()
    await expect(names(page)).toHaveText(['Archive', 'Billing', 'Payroll'])
    await expect(page).toHaveURL('/systems')
  })

  await test.step('an address keeps the filter; in it, me stands for its reader', async () => {
    await page.goto('/systems?owner=me&status=active,nonsense')
    await expect(names(page)).toHaveText(['Payroll'])
    await expect(chip(page, 'Owner: Ada Founder')).toBeVisible()
    await expect(chip(page, 'Status: Active')).toBeVisible()
  })
})

test('the other catalogues are filtered in the same way', async ({ page, cairn, organisation }) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'viewer')
  const owned = { accountId, ownerId: founder.id }
  await arrangeSolution(cairn.database, { ...owned, name: 'Old portal', status: 'deprecated' })
  await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
  await arrangeAgent(cairn.database, { ...owned, name: 'Reader', status: 'training' })
  await arrangeAgent(cairn.database, { accountId, name: 'Writer' })
  await arrangeAutomation(cairn.database, { ...owned, name: 'Invoices', status: 'active' })
  await arrangeAutomation(cairn.database, { accountId, name: 'Orders' })
  for (const { title, status, named, other } of [
    { title: 'Solutions', status: 'Deprecated', named: 'Old portal', other: 'Portal' },
    { title: 'Agents', status: 'Training', named: 'Reader', other: 'Writer' },
    { title: 'Automations', status: 'Active', named: 'Invoices', other: 'Orders' },
  ] as const) {
    await openCatalogue(page, title)
    await chip(page, /^No owner( \d+)?$/).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').nth(1)).toContainText(other)
    await chip(page, 'Clear filters').click()
    await chip(page, /^Status$/)
      .first()
      .click()
    await page.getByRole('option', { name: status, exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('row').nth(1)).toContainText(named)
  }
})

test('the actions of a row wait for pointer or focus, and rows can stand closer together', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Billing' })
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const row = page.getByRole('row', { name: 'Payroll' })
  const actions = row.getByRole('button', { name: 'Edit Payroll' }).locator('xpath=..')
  await page.getByRole('row', { name: 'Billing' }).hover()
  await expect(actions).toHaveCSS('opacity', '0')
  await row.getByRole('link', { name: 'Payroll', exact: true }).focus()
  await expect(actions).toHaveCSS('opacity', '1')
  await page.getByRole('searchbox', { name: 'Filter systems' }).focus()
  await expect(actions).toHaveCSS('opacity', '0')
  await row.hover()
  await expect(actions).toHaveCSS('opacity', '1')

  await expect(row).toHaveCSS('height', '44px')
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect(row).toHaveCSS('height', '36px')
  await page.reload()
  await expect(row).toHaveCSS('height', '36px')
  await page.getByRole('button', { name: 'Compact rows', pressed: true }).click()
  await expect(row).toHaveCSS('height', '44px')
})
