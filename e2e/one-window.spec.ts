import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1180, height: 800 } })

test('below 1200 px a record is one window: the form and the question replace its details', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const windows = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const details = await openDetails(page, 'Payroll')

  await test.step('the form, and back by Escape', async () => {
    await details.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit System' })).toBeVisible()
    await expect(windows).toHaveCount(1)
    await expect(page.getByLabel('System Name')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(details.getByRole('button', { name: 'Edit' })).toBeFocused()
    await expect(windows).toHaveCount(1)
  })

  await test.step('the question, and back by Cancel', async () => {
    await details.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete System' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(windows).toHaveCount(1)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(details.getByRole('button', { name: 'Delete' })).toBeFocused()
    await expect(windows).toHaveCount(1)
  })

  await test.step('the row gets the focus at the end', async () => {
    await page.keyboard.press('Escape')
    await expect(windows).toHaveCount(0)
    await expect(page.getByRole('row').getByRole('link', { name: 'Payroll', exact: true })).toBeFocused()
  })

  await test.step('from 1200 px on it stands beside the list', async () => {
    await page.setViewportSize({ width: 1200, height: 800 })
    await openDetails(page, 'Payroll')
    await expect(page.getByRole('table', { name: 'Systems' })).toBeVisible()
    await details.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Delete System' })).toBeVisible()
    await expect(page.locator('[data-panel]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(windows).toHaveCount(1)
  })
})

test('a form with typed text asks before its details come back', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('System Name').fill('Payments')
  await page.keyboard.press('Escape')
  const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('System Name')).toBeFocused()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Payments' }).getByRole('button', { name: 'Edit' }),
  ).toBeFocused()
})
