import { expectAccessible } from './support/accessibility.ts'
import { goOnline } from './support/browser.ts'
import { LOST_CONNECTION } from './support/news.ts'
import {
  arrangeSystem,
  expectResting,
  keepSignInAs,
  openSystems,
  REFUSED_REQUEST,
  refuse,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.beforeEach(async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  for (const name of ['Archive', 'Billing', 'Crm', 'Docs'])
    await arrangeSystem(cairn.database, { accountId, name })
  await openSystems(page)
})

test.describe('a connection that is lost', () => {
  test.use({ expectedComplaints: [LOST_CONNECTION] })

  test('keeps the question and the selection', async ({ page, context }) => {
    const bar = page.getByRole('region', { name: 'Selection' })
    await page.getByRole('checkbox', { name: 'Select Archive' }).click()
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('option', { name: 'Inactive' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('1 of 1 selected records will change.')
    await context.setOffline(true)
    await question.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(question.getByRole('alert')).toContainText('The records could not be changed')
    await goOnline(page)
    await question.getByRole('button', { name: 'Change', exact: true }).click()
    await expectToast(page, 'Changed: 1 record')
    await expect(bar).toHaveCount(0)
  })
})

test.describe('a deletion that the server refuses', () => {
  test.use({ expectedComplaints: [REFUSED_REQUEST] })

  test('keeps the question with the typed text, says why, and can be tried again', async ({ page }) => {
    const bar = page.getByRole('region', { name: 'Selection' })
    await page.getByRole('checkbox', { name: 'Select Archive' }).click()
    await bar.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete them?' })
    await expect(question.getByRole('status')).toHaveText('1 of 1 selected records will be deleted.')
    await question.getByLabel('Reason').fill('One is enough')
    await refuse(page, 'POST', 'rpc/change_in_bulk', 'Not this way.')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question.getByRole('alert')).toContainText('Not this way.')
    await expect(question.getByLabel('Reason')).toHaveValue('One is enough')
    await expectAccessible(page, 'a change in bulk that was refused')

    await page.keyboard.press('Escape')
    const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await page.unrouteAll()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Deleted: 1 record')
    await expect(bar).toHaveCount(0)
  })

  test('is disabled where the effects are not known, or there are none', async ({ page }) => {
    const bar = page.getByRole('region', { name: 'Selection' })
    await page.getByRole('checkbox', { name: 'Select Archive' }).click()
    await refuse(page, 'POST', 'rpc/preview_bulk', 'Not now.')
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('option', { name: 'Active', exact: true }).click()
    const question = page.getByRole('alertdialog')
    const confirm = question.getByRole('button', { name: 'Change', exact: true })
    await expect(question.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expectResting(confirm, 'The preview of the changes could not be loaded.')

    await page.unrouteAll()
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(question.getByRole('status')).toHaveText('0 of 1 selected records will change.')
    await expectResting(confirm, 'Nothing would change.')
  })
})
