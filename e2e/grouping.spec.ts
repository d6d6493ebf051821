import { arrangeManySystems, keepSignInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

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
