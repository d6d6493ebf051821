import type { Locator, Page } from '@playwright/test'
import { arrangeSolution, chooseOwner, namesIn, openCatalogue } from './support/records.ts'
import { arrangeSystem, keepSignInAs, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { closeToast, expectToast, toast } from './support/toasts.ts'

const entries = (dialog: Locator, label: string) =>
  dialog.getByRole('list', { name: label, exact: true }).getByRole('listitem')

/** Opens the dialog in which a solution is added. */
async function openNewSolution(page: Page): Promise<Locator> {
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Add Solution' }).click()
  return page.getByRole('dialog', { name: 'Add Solution' })
}

test('[SOL-13, 14, 15, 16, 19, 20] use cases are a list of free texts', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'user')
  const dialog = await openNewSolution(page)
  const useCase = dialog.getByRole('textbox', { name: 'Use Cases' })
  await useCase.fill('  Order ')
  await useCase.press('Enter')
  await expect(entries(dialog, 'Use Cases')).toHaveText(['Order'])
  await expect(useCase).toHaveValue('')
  await useCase.fill('Pay')
  await dialog.getByRole('button', { name: 'Add this use case' }).click()
  for (const again of ['Pay', '   ']) {
    await useCase.fill(again)
    await useCase.press('Enter')
  }
  await expect(entries(dialog, 'Use Cases')).toHaveText(['Order', 'Pay'])
  await dialog.getByRole('button', { name: 'Remove Order' }).click()
  await expect(entries(dialog, 'Use Cases')).toHaveText(['Pay'])
})

test('[SOL-17, 18, 19, 20] users are a list of free texts like use cases', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'user')
  const dialog = await openNewSolution(page)
  const user = dialog.getByPlaceholder('Add a user or team')
  await user.fill(' Finance ')
  await dialog.getByRole('button', { name: 'Add this user or team' }).click()
  await user.fill('Sales')
  await user.press('Enter')
  for (const again of ['Finance', '   ']) {
    await user.fill(again)
    await user.press('Enter')
  }
  await expect(entries(dialog, 'Users')).toHaveText(['Finance', 'Sales'])
  await dialog.getByRole('button', { name: 'Remove Finance' }).click()
  await expect(entries(dialog, 'Users')).toHaveText(['Sales'])
})

test('[SOL-10, 11, 12, 26, 27, GAP-12, CALL-35] a new solution is active, and a toast confirms it', async ({
  page,
  organisation,
}) => {
  const { me, accountId } = await keepSignInAs(page, organisation, 'user')
  const ben = await organisation.member('Ben Owner')
  const dialog = await openNewSolution(page)
  await expect(dialog.getByLabel('Status')).toHaveCount(0)
  await dialog.getByLabel('Solution Name').fill('  Portal ')
  await dialog.getByLabel('Description').fill('Requests and orders.')
  await chooseOwner(dialog, 'Owner', 'Ben Owner')
  await dialog.getByRole('textbox', { name: 'Use Cases' }).fill('Pay')
  await dialog.getByRole('textbox', { name: 'Use Cases' }).press('Enter')
  await dialog.getByPlaceholder('Add a user or team').fill('Sales')
  await dialog.getByPlaceholder('Add a user or team').press('Enter')
  const request = sent(page, 'POST', 'solutions')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  expect((await request).postDataJSON()).toEqual({
    name: 'Portal',
    description: 'Requests and orders.',
    owner_id: ben.id,
    use_cases: ['Pay'],
    users: ['Sales'],
    related_systems: [],
    created_by: me.id,
    status: 'active',
    account_id: accountId,
  })
  await expectToast(page, 'Portal has been added successfully')
  await expect(dialog).toHaveCount(0)
  await expect(namesIn(page, 'Solutions')).toHaveText(['Portal'])
})

test('[SOL-21, 22, 23] systems are picked from those that are not chosen yet', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Add Solution' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Solution' })
  await expect(dialog.getByText(/Create systems first/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Relate System' }).click()
  await expect(page.getByText('No systems available', { exact: true })).toBeVisible()

  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await page.reload()
  await page.getByRole('button', { name: 'Add Solution' }).click()
  await expect(dialog.getByText(/Create systems first/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Relate System' }).click()
  await page
    .getByRole('listbox', { name: 'Systems', exact: true })
    .getByRole('option', { name: 'Payroll' })
    .click()
  await expect(page.getByText('No systems available', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('group', { name: 'Related Systems' }).getByRole('listitem')).toHaveText([
    'Payroll',
  ])
  await dialog.getByLabel('Solution Name').fill('Portal')
  const request = sent(page, 'POST', 'solutions')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  expect((await request).postDataJSON()).toMatchObject({ related_systems: [id] })
})

test('[SOL-28, GAP-12, CALL-36] an edit changes everything, its status included', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSolution(cairn.database, {
    accountId,
    name: 'Portl',
    useCases: ['Order'],
    users: ['Finance'],
  })
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Edit Portl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Solution' })
  await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText([
    'Active',
    'Development',
    'Inactive',
    'Deprecated',
  ])
  await dialog.getByLabel('Solution Name').fill('Portal')
  await dialog.getByLabel('Status').selectOption('Deprecated')
  await dialog.getByRole('textbox', { name: 'Use Cases' }).fill('Typed, and not added')
  const request = sent(page, 'PATCH', 'solutions')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  expect(new URL((await request).url()).searchParams.get('id')).toBe(`eq.${id}`)
  expect((await request).postDataJSON()).toMatchObject({
    name: 'Portal',
    status: 'deprecated',
    use_cases: ['Order', 'Typed, and not added'],
    users: ['Finance'],
    related_systems: [],
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  await expectToast(page, 'Portal has been updated successfully')
  await expect(page.getByRole('row', { name: 'Portal' })).toContainText('Deprecated')
})

test('[SOL-24, 25] a name of blanks is not a name', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await openCatalogue(page, 'Solutions')
  await page.getByRole('button', { name: 'Add Solution' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Solution Name').fill('   ')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Solution name is required' })).toBeVisible()
  await expect(dialog.getByLabel('Solution Name')).toBeFocused()
  await expect(toast(page).getByText('Error', { exact: true })).toBeVisible()
  await expect(toast(page).getByText('Solution name is required', { exact: true })).toBeVisible()
})

test.describe('a request that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[SOL-44, 45] keeps the form unchanged, with the message', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
    for (const method of ['POST', 'PATCH', 'DELETE'])
      await refuse(page, method, 'solutions', 'Not on a Sunday.')
    await openCatalogue(page, 'Solutions')
    await page.getByRole('button', { name: 'Add Solution' }).click()
    await page.getByLabel('Solution Name').fill('Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Add Solution' }).click()
    await expectToast(page, 'Error adding solution', 'Not on a Sunday.')
    await expect(page.getByLabel('Solution Name')).toHaveValue('Archive')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit Portal' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error updating solution', 'Not on a Sunday.')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Delete Portal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No Solutions Yet')).toBeVisible()
    await closeToast(page)
    await expectToast(page, 'Error deleting solution', 'Not on a Sunday.')
    await expect(namesIn(page, 'Solutions')).toHaveText(['Portal'])
  })

  test('[OPEN-03] a taken name is reported at the field', async ({ page, cairn, organisation }) => {
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    await arrangeSolution(cairn.database, { accountId, name: 'Portal' })
    await openCatalogue(page, 'Solutions')
    await page.getByRole('button', { name: 'Add Solution' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Solution Name').fill('PORTAL')
    await dialog.getByRole('button', { name: 'Add Solution' }).click()
    await expect(
      dialog.getByRole('alert').filter({ hasText: 'A solution with this name already exists.' }),
    ).toBeVisible()
    await expect(dialog.getByLabel('Solution Name')).toHaveAttribute('aria-invalid', 'true')
  })
})
