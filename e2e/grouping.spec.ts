import { expectAccessible } from './support/accessibility.ts'
import { arrangeManySystems, arrangeSystem, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test('a list is grouped with the keyboard alone, with numbers and sums, and a link shows the same', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Archive', 'Billing', 'Payroll'])
    await arrangeSystem(cairn.database, { accountId, name })
  await cairn.database`update public.systems
    set lifecycle = 'active', cost_per_month = 900.5, cost_currency = 'EUR'
    where account_id = ${accountId} and name <> 'Archive'`
  await openSystems(page)
  await page.getByRole('button', { name: 'Group by' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Group by' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Filter the list' })).toBeFocused()
  await page.keyboard.type('life')
  await page.keyboard.press('Enter')
  const heads = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
  await expect(heads).toHaveText([/^In Use\s*2 records\s*€1,801.00 per month$/, /^Not specified\s*1 record$/])
  await expect(page).toHaveURL('/systems?group=lifecycle')
  const inUse = page.getByRole('table', { name: 'In Use' })
  await expect(inUse.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, 'groups')

  await heads.first().focus()
  await page.keyboard.press('Enter')
  await expect(heads.first()).toHaveAttribute('aria-expanded', 'false')
  await expect(inUse).toHaveCount(0)
  await page.reload()
  await expect(inUse.getByRole('row')).toHaveCount(3)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessible(page, 'groups on a phone')
})

test('the groups of a large list are opened one by one', async ({ page, cairn, organisation }) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 1200 })
  await cairn.database`update public.systems set department = 'Finance'
    where account_id = ${accountId} and name < 'Register 0005'`
  await page.goto('/systems?group=department')
  const finance = page.getByRole('button', { name: 'Finance 4 records' })
  await expect(page.getByRole('button', { name: 'Not specified 1,196 records' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await finance.click()
  await expect(page.getByRole('table', { name: 'Finance' }).getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: 'Not specified 1,196 records' }).click()
  const others = page.getByRole('table', { name: 'Not specified' })
  await expect(others).toHaveAttribute('aria-rowcount', '1197')
  await others.getByRole('link', { name: 'Register 0005', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(others.getByRole('link', { name: 'Register 1200', exact: true })).toBeFocused()
})

test('the user steps from an open record through all groups that are open', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  for (const name of ['Archive', 'Billing', 'Payroll', 'Travel'])
    await arrangeSystem(cairn.database, { accountId, name })
  await cairn.database`update public.systems set lifecycle = 'active'
    where account_id = ${accountId} and name in ('Billing', 'Travel')`
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/systems?group=lifecycle')
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Billing' })
  await expect(panel).toBeVisible()
  for (const name of ['Travel', 'Archive', 'Payroll']) {
    await page.getByRole('button', { name: 'Next record' }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Previous record' }).click()
  await expect(page.getByRole('dialog', { name: 'Archive' })).toBeVisible()
  // The arrows go on in the group that has the focus.
  await page.getByRole('link', { name: 'Archive', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
})
