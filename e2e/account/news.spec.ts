import { show } from '../support/browser.ts'
import { runUntil, stopClock } from '../support/clock.ts'
import { newsRequests, SOON } from '../support/news.ts'
import { arrangeSystem, listedNames, openSystems, signInAs } from '../support/systems.ts'
import { expect, signIn, test } from '../support/test.ts'

test('changes by others show without a reload: in lists, and in the menu', async ({
  page,
  cairn,
  organisation,
}) => {
  const { founder, accountId } = await signInAs(page, organisation, 'manager')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Payroll'])

  await arrangeSystem(cairn.database, { accountId, name: 'Billing', createdBy: founder.id })
  await cairn.database`
    insert into public.app_features (account_id, feature_name, enabled) values (${accountId}, 'agents', false)`
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll'], SOON)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Agents' })).toHaveCount(0, SOON)
})

test('a change in one tab shows in the other at once', async ({ page, cairn, organisation }) => {
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  const other = await page.context().newPage()
  await other.clock.install()
  await signIn(page, founder)
  await openSystems(page)
  await other.goto('/systems')
  await expect(listedNames(other)).toHaveText(['Payroll'])
  await stopClock(other)

  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByLabel('System Name').fill('Billing')
  const told = newsRequests(other)
  await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
  await expect(listedNames(page)).toHaveText(['Billing', 'Payroll'])
  const isListed = async () => (await listedNames(other).allTextContents()).includes('Billing')
  expect(await runUntil(other, isListed)).toBeLessThan(5_000)
  expect(told.count()).toBeGreaterThan(0)
})

test('a hidden tab fetches nothing, and fetches news as soon as it is visible again', async ({
  page,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  await page.clock.install()
  await signIn(page, founder)
  await expect(page.getByText('No recent activity')).toBeVisible()
  await stopClock(page)
  await show(page, 'hidden')
  const asked = newsRequests(page)
  await page.clock.runFor(120_000)
  expect(asked.count()).toBe(0)
  await show(page, 'visible')
  await runUntil(page, async () => asked.count() > 0)
})
