import { goOnline } from '../support/browser.ts'
import { boxOf } from '../support/motion.ts'
import { LOST_CONNECTION } from '../support/news.ts'
import { arrangeSystem, keepSignInAs, openSystems } from '../support/systems.ts'
import { expect, PASSWORD, test } from '../support/test.ts'
import { expectToast, toast } from '../support/toasts.ts'

// The messages of the browser about requests without an answer, and about the answers that these tests provoke.
test.use({
  expectedComplaints: [
    [LOST_CONNECTION, /the server responded with a status of (400|401|403|503)/],
    { scope: 'test' },
  ],
})

const OFFLINE = 'You are offline. You can save changes once the connection is back.'
const UNAVAILABLE = 'The server is not available at the moment. You can save changes once it is back.'

test('[SYS-54, 55] a lost connection is reported quietly, keeps the form, and everything catches up', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const banner = page.getByRole('status').filter({ hasText: /cannot be saved/ })

  await test.step('the connection goes', async () => {
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await page.getByLabel('Description').fill('Pays everybody.')
    // The last part of the form.
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE)).toBeVisible()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error updating system')
    await expect(toast(page)).toHaveCount(1)
    await page.setViewportSize({ width: 768, height: 1024 })
    const [told, said] = [await boxOf(page.getByText(OFFLINE)), await boxOf(toast(page))]
    expect(said.y + said.height, 'the toast ends above the banner').toBeLessThanOrEqual(told.y)
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(page.getByLabel('Description')).toHaveValue('Pays everybody.')
  })
  await test.step('it comes back', async () => {
    await cairn.database`
      insert into public.systems (account_id, name) values (${accountId}, 'Billing')`
    await goOnline(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Payroll has been updated successfully')
    await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeVisible()
    const [row] = await cairn.database`select description from public.systems where id = ${id}`
    expect(row).toEqual({ description: 'Pays everybody.' })
  })
  await test.step('the server cannot answer for a while', async () => {
    await page.route('**/rest/v1/**', (route) =>
      route.fulfill({ status: 503, json: { message: 'No database' } }),
    )
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText(UNAVAILABLE)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.unrouteAll()
    await expect(page.getByText(UNAVAILABLE)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(banner).toHaveCount(0)
  })
})

test('[AUTH-68] a session that ended elsewhere is reported, and the entered values come back after signing in', async ({
  page,
  cairn,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await page.getByRole('searchbox', { name: 'Filter systems' }).fill('pay')
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await page.getByLabel('Description').fill('Pays everybody.')
  await cairn.database`delete from auth.sessions where user_id = ${me.id}`
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect(
    page.getByText('Your session has ended. We kept what you entered. Sign in again and open the form.'),
  ).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(me.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/systems?q=pay')
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'We kept what you entered.' })).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Pays everybody.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Payroll has been updated successfully')
})
