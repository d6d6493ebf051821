import { chooseOwner } from './support/records.ts'
import {
  arrangeSystem,
  keepSignInAs,
  listedNames,
  openDetails,
  openSystems,
  sent,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

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
