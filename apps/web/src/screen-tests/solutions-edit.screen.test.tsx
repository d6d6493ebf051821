import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  chooseOwner,
  closeToast,
  expectGone,
  expectTexts,
  expectToast,
  namesIn,
  press,
} from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { solution, system } from './support/records.ts'

const entries = (dialog: Locator, label: string) =>
  dialog.getByRole('list', { name: label, exact: true }).getByRole('listitem')

/** Opens the dialog in which a solution is added. */
async function openNewSolution(): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Solution' }).click()
  return page.getByRole('dialog', { name: 'Add Solution' })
}

/** Types a text into a field and presses Enter. */
async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await press(field, '{Enter}')
}

it('[SOL-13, 14, 15, 16, 19, 20] keeps use cases as a list of free texts', async () => {
  await openApp('/solutions', { as: mia('user') })
  const dialog = await openNewSolution()
  const useCase = dialog.getByRole('textbox', { name: 'Use Cases' })
  await enter(useCase, '  Order ')
  await expectTexts(entries(dialog, 'Use Cases'), ['Order'])
  await expect.element(useCase).toHaveValue('')
  await useCase.fill('Pay')
  await dialog.getByRole('button', { name: 'Add this use case' }).click()
  for (const again of ['Pay', '   ']) await enter(useCase, again)
  await expectTexts(entries(dialog, 'Use Cases'), ['Order', 'Pay'])
  await dialog.getByRole('button', { name: 'Remove Order' }).click()
  await expectTexts(entries(dialog, 'Use Cases'), ['Pay'])
})

it('[SOL-17, 18, 19, 20] keeps users as a list of free texts too', async () => {
  await openApp('/solutions', { as: mia('user') })
  const dialog = await openNewSolution()
  const user = dialog.getByPlaceholder('Add a user or team')
  await user.fill(' Finance ')
  await dialog.getByRole('button', { name: 'Add this user or team' }).click()
  for (const text of ['Sales', 'Finance', '   ']) await enter(user, text)
  await expectTexts(entries(dialog, 'Users'), ['Finance', 'Sales'])
  await dialog.getByRole('button', { name: 'Remove Finance' }).click()
  await expectTexts(entries(dialog, 'Users'), ['Sales'])
})

it('[SOL-10, 11, 12, 26, 27, GAP-12] adds an active solution and says so', async () => {
  const me = mia('user')
  const { workspace } = await openApp('/solutions', { as: me, people: [ADA, BEN, me] })
  const add = vi.spyOn(workspace.solutions, 'add')
  const dialog = await openNewSolution()
  await expectGone(dialog.getByLabelText('Status'))
  await dialog.getByLabelText('Solution Name').fill('  Portal ')
  await dialog.getByLabelText('Description').fill('Requests and orders.')
  await chooseOwner(dialog, 'Owner', 'Ben Owner')
  await enter(dialog.getByRole('textbox', { name: 'Use Cases' }), 'Pay')
  await enter(dialog.getByPlaceholder('Add a user or team'), 'Sales')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  await expectToast('Portal has been added successfully')
  expect(add).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'Portal',
      description: 'Requests and orders.',
      ownerId: BEN.id,
      useCases: ['Pay'],
      users: ['Sales'],
      relatedSystems: [],
    }),
  )
  await expectGone(dialog)
  await expectTexts(namesIn('Solutions'), ['Portal'])
})

it('[SOL-21, 22] says that systems come first where there is none', async () => {
  await openApp('/solutions', { as: ADA })
  const dialog = await openNewSolution()
  await expect.element(dialog.getByText(/Create systems first/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Relate System' }).click()
  await expect.element(page.getByText('No systems available', { exact: true })).toBeVisible()
})

it('[SOL-21, 22, 23] offers the systems that are not chosen yet', async () => {
  const payroll = system({ name: 'Payroll' })
  const { workspace } = await openApp('/solutions', { as: ADA, systems: [payroll] })
  const add = vi.spyOn(workspace.solutions, 'add')
  const dialog = await openNewSolution()
  await dialog.getByRole('button', { name: 'Relate System' }).click()
  await page
    .getByRole('listbox', { name: 'Systems', exact: true })
    .getByRole('option', { name: 'Payroll' })
    .click()
  await expect.element(page.getByText('No systems available', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog.getByText(/Create systems first/))
  await expectTexts(dialog.getByRole('group', { name: 'Related Systems' }).getByRole('listitem'), ['Payroll'])
  await dialog.getByLabelText('Solution Name').fill('Portal')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  await expectToast('Portal has been added successfully')
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ relatedSystems: [payroll.id] }))
})

it('[SOL-28, GAP-12] changes everything in an edit, its status included', async () => {
  const portl = solution({ name: 'Portl', useCases: ['Order'], users: ['Finance'] })
  const { workspace } = await openApp('/solutions', { as: ADA, solutions: [portl] })
  const update = vi.spyOn(workspace.solutions, 'update')
  await page.getByRole('button', { name: 'Edit Portl' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Solution' })
  await expectTexts(dialog.getByLabelText('Status').getByRole('option'), [
    'Active',
    'Development',
    'Inactive',
    'Deprecated',
  ])
  await dialog.getByLabelText('Solution Name').fill('Portal')
  await dialog.getByLabelText('Status').selectOptions('Deprecated')
  await dialog.getByRole('textbox', { name: 'Use Cases' }).fill('Typed, and not added')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Portal has been updated successfully')
  expect(update).toHaveBeenCalledWith(
    portl.id,
    expect.objectContaining({
      name: 'Portal',
      status: 'deprecated',
      useCases: ['Order', 'Typed, and not added'],
      users: ['Finance'],
      relatedSystems: [],
    }),
    portl.version,
  )
  await expect.element(page.getByRole('row', { name: 'Portal' })).toHaveTextContent('Deprecated')
})

it('[SOL-24, 25] takes no name of blanks', async () => {
  await openApp('/solutions', { as: ADA })
  const dialog = await openNewSolution()
  await dialog.getByLabelText('Solution Name').fill('   ')
  await dialog.getByRole('button', { name: 'Add Solution' }).click()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: 'Solution name is required' }))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Solution Name')).toHaveFocus()
  await expectToast('Error', 'Solution name is required')
})

describe('a request that the server refuses', () => {
  it('[SOL-44, 45] keeps the form as it was, with the message', async () => {
    const { workspace } = await openApp('/solutions', { as: ADA, solutions: [solution({ name: 'Portal' })] })
    for (const method of ['add', 'update', 'remove'] as const)
      vi.spyOn(workspace.solutions, method).mockRejectedValue(refusal('Not on a Sunday.'))
    const dialog = await openNewSolution()
    await dialog.getByLabelText('Solution Name').fill('Archive')
    await dialog.getByRole('button', { name: 'Add Solution' }).click()
    await expectToast('Error adding solution', 'Not on a Sunday.')
    await expect.element(dialog.getByLabelText('Solution Name')).toHaveValue('Archive')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit Portal' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Error updating solution', 'Not on a Sunday.')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Delete Portal' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('No Solutions Yet')).toBeVisible()
    await closeToast()
    await expectToast('Error deleting solution', 'Not on a Sunday.')
    await expectTexts(namesIn('Solutions'), ['Portal'])
  })

  it('[OPEN-03] tells at the field that a name is taken', async () => {
    await openApp('/solutions', { as: ADA, solutions: [solution({ name: 'Portal' })] })
    const dialog = await openNewSolution()
    await dialog.getByLabelText('Solution Name').fill('PORTAL')
    await dialog.getByRole('button', { name: 'Add Solution' }).click()
    await expect
      .element(dialog.getByRole('alert').filter({ hasText: 'There is one of this name already.' }))
      .toBeVisible()
    await expect.element(dialog.getByLabelText('Solution Name')).toHaveAttribute('aria-invalid', 'true')
  })
})
