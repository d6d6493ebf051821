import { expectAccessible } from './support/accessibility.ts'
import { atRest } from './support/motion.ts'
import { arrangeSolution, chooseOwner, openCatalogue } from './support/records.ts'
import { arrangeSystem, keepSignInAs, listedNames, openSystems } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[CALL-33] a user who saves after another sees both states, chooses field by field, and saves', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll', description: 'As it was' })
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit System' })
  await dialog.getByLabel('Description').fill('Mine')
  await chooseOwner(dialog, 'System Owner', 'Ada Founder')
  await cairn.database`
    update public.systems set name = 'Wages', description = 'Theirs', status = 'maintenance', updated_at = now()
    where id = ${id}`
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(dialog.getByRole('alert')).toContainText('Someone else changed this while you were editing.')
  const field = (label: string) => dialog.getByRole('group', { name: label, exact: true })
  // Fields that only they changed default to theirs; fields that only I changed are not listed.
  await expect(field('Name').getByRole('radio', { name: 'Theirs Wages' })).toBeChecked()
  await expect(field('Status').getByRole('radio', { name: 'Theirs Maintenance' })).toBeChecked()
  await expect(field('Description').getByRole('radio', { name: 'Yours Mine' })).toBeChecked()
  await expect(field('Owner')).toHaveCount(0)
  await atRest(dialog)
  await expectAccessible(page, 'both states')

  await dialog.getByRole('button', { name: 'Keep all of yours' }).click()
  await expect(field('Name').getByRole('radio', { name: 'Yours Payroll' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Keep all of theirs' }).click()
  await field('Description').getByText('Mine').click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Wages has been updated successfully')
  await expect(listedNames(page)).toHaveText(['Wages'])
  const [row] = await cairn.database`
    select name, description, status, owner_id is null as is_without_owner from public.systems where id = ${id}`
  expect(row).toEqual({ name: 'Wages', description: 'Mine', status: 'maintenance', is_without_owner: false })
})

test('[CALL-33] a record that is deleted while it is edited keeps the entered values, to be created again', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSolution(cairn.database, { accountId, name: 'Portal', users: ['Sales'] })
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Edit Portal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Solution' })
  await dialog.getByPlaceholder('Add a user or team').fill('Support')

  await cairn.database`update public.solutions set users = ${['Finance']}, updated_at = now() where id = ${id}`
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const users = dialog.getByRole('group', { name: 'Users', exact: true })
  await expect(users.getByRole('radio', { name: 'Theirs Finance' })).toBeVisible()
  await expect(users.getByRole('radio', { name: 'Yours Sales Support' })).toBeChecked()

  await cairn.database`delete from public.solutions where id = ${id}`
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Someone else has deleted this.' })).toBeVisible()
  await expect(dialog.getByLabel('Solution Name')).toHaveValue('Portal')
  await dialog.getByRole('button', { name: 'Create it again' }).click()
  await expectToast(page, 'Portal has been added successfully')
  await expect(dialog).toHaveCount(0)
  const [row] = await cairn.database`
    select users, id <> ${id} as is_new from public.solutions where account_id = ${accountId}`
  expect(row).toEqual({ users: ['Sales', 'Support'], is_new: true })
})
