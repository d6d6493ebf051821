import { heldBack } from './support/browser.ts'
import { boxOf } from './support/motion.ts'
import { chooseOwner } from './support/records.ts'
import {
  arrangeSystem,
  keepSignInAs,
  listedNames,
  openDetails,
  openSystems,
  REFUSED_REQUEST,
  refuse,
  sent,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast, toast } from './support/toasts.ts'

test('[SYS-12, 13, 14, 15, 18, 19, GAP-12, CALL-32] a new system has a name, a description and an owner', async ({
  page,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'user')
  const ben = await organisation.member('Ben Owner')
  await openSystems(page)
  await page.getByRole('button', { name: 'Add System' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add System' })
  const owner = dialog.getByRole('combobox', { name: 'System Owner' })
  await expect(owner).toHaveText('No owner assigned')
  await owner.click()
  await expect(page.getByRole('option')).toHaveText([
    'No owner assigned',
    new RegExp(`${me.name}You$`),
    /Ada Founder$/,
    /Ben Owner$/,
  ])
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Status')).toHaveCount(0)
  await dialog.getByLabel('System Name').fill('  Payroll ')
  await dialog.getByLabel('Description').fill('Pays everybody.')
  await chooseOwner(dialog, 'System Owner', 'Ben Owner')

  const request = sent(page, 'POST', 'systems')
  await dialog.getByRole('button', { name: 'Add System' }).click()
  expect((await request).postDataJSON()).toEqual({
    name: 'Payroll',
    description: 'Pays everybody.',
    owner_id: ben.id,
    created_by: me.id,
    status: 'active',
    account_id: accountId,
  })
  await expectToast(page, 'Payroll has been added successfully')
  await expect(dialog).toHaveCount(0)
  const details = await openDetails(page, 'Payroll')
  await expect(details.getByText('Active', { exact: true })).toBeVisible()
  await expect(details).toContainText('Ben Owner')
})

test('[SYS-16, 17] a name of blanks is not a name', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await openSystems(page)
  await page.getByRole('button', { name: 'Add System' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('System Name')
  await name.fill('   ')
  await dialog.getByLabel('Description').fill('Has no name yet.')
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'System name is required' })).toBeVisible()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toBeFocused()
  await expect(toast(page).getByText('Error', { exact: true })).toBeVisible()
  await expect(toast(page).getByText('System name is required', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Has no name yet.')
})

test('[SYS-20, GAP-12, CALL-33] an edit changes name, description, owner and status', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Owner')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payrol', ownerId: founder.id })
  await arrangeSystem(cairn.database, { accountId, name: 'Payments' })
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payrol' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit System' })
  await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText([
    'Active',
    'Inactive',
    'Maintenance',
    'Deprecated',
  ])
  await dialog.getByLabel('System Name').fill('Accounting')
  await dialog.getByLabel('Description').fill('Keeps the books.')
  await chooseOwner(dialog, 'System Owner', 'Ben Owner')
  await dialog.getByLabel('Status').selectOption('Maintenance')

  const request = sent(page, 'PATCH', 'systems')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${id}`)
  expect((await request).postDataJSON()).toMatchObject({
    name: 'Accounting',
    description: 'Keeps the books.',
    owner_id: ben.id,
    status: 'maintenance',
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  await expectToast(page, 'Accounting has been updated successfully')
  await expect(listedNames(page)).toHaveText(['Accounting', 'Payments'])
  const details = await openDetails(page, 'Accounting')
  await expect(details.getByText('Maintenance', { exact: true })).toBeVisible()
  await expect(details).toContainText('Ben Owner')
})

test('the buttons of a form stay in place when the rest of it has loaded', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await openSystems(page)
  const release = await heldBack(page, '**/assets/more-fields-content*.js')
  await page.getByRole('button', { name: 'Add System' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add System' })
  const submit = dialog.getByRole('button', { name: 'Add System' })
  await expect(dialog.getByRole('button', { name: 'More' })).toBeHidden()
  const before = await boxOf(submit)
  release()
  await expect(dialog.getByRole('button', { name: 'More' })).toBeVisible()
  expect(await boxOf(submit)).toEqual(before)
})

test.describe('a request that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[SYS-54, 55] keeps the form unchanged, with the message', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    for (const method of ['POST', 'PATCH', 'DELETE'])
      await refuse(page, method, 'systems', 'Not on a Sunday.')
    await openSystems(page)

    await test.step('adding', async () => {
      await page.getByRole('button', { name: 'Add System' }).click()
      await page.getByLabel('System Name').fill('Archive')
      await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
      await expectToast(page, 'Error adding system', 'Not on a Sunday.')
      await expect(page.getByLabel('System Name')).toHaveValue('Archive')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('updating', async () => {
      await page.getByRole('button', { name: 'Edit Payroll' }).click()
      await page.getByLabel('Description').fill('Pays everybody.')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expectToast(page, 'Error updating system', 'Not on a Sunday.')
      await expect(page.getByLabel('Description')).toHaveValue('Pays everybody.')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    })
    await test.step('deleting', async () => {
      await page.getByRole('button', { name: 'Delete Payroll' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('No Systems Yet')).toBeVisible()
      await closeToast(page)
      await expectToast(page, 'Error deleting system', 'Not on a Sunday.')
    })
    await expect(listedNames(page)).toHaveText(['Payroll'])
  })

  test('[OPEN-03] a taken name is reported at the field', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await openSystems(page)
    await page.getByRole('button', { name: 'Add System' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('System Name').fill('PAYROLL')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expect(dialog.getByLabel('System Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await dialog.getByLabel('System Name').fill('Payroll 2')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, 'Payroll 2 has been added successfully')
  })

  test('[SYS-52, 53] a list that cannot be loaded says why, and is empty', async ({
    page,
    cairn,
    organisation,
  }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await refuse(page, 'GET', 'systems', 'The archive is being moved.')
    await openSystems(page)
    await expect(page.getByRole('heading', { name: 'Error loading systems' })).toBeVisible()
    await expect(toast(page).getByText('Error loading systems')).toBeVisible()
    await expect(toast(page).getByText('The archive is being moved.')).toBeVisible()
    await expect(page.getByText('Payroll')).toHaveCount(0)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(listedNames(page)).toHaveText(['Payroll'])
  })
})
