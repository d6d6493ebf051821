import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { closeToast, expectGone, expectTexts, expectToast, namesIn, toast } from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog')
const nameField = dialog.getByLabelText('System Name')

it('[SYS-16, 17] takes no name of blanks', async () => {
  await openApp('/systems', { as: ADA })
  await page.getByRole('button', { name: 'Add System' }).click()
  await nameField.fill('   ')
  await dialog.getByLabelText('Description').fill('Has no name yet.')
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expect.element(dialog.getByRole('alert').filter({ hasText: 'System name is required' })).toBeVisible()
  await expect.element(nameField).toHaveAttribute('aria-invalid', 'true')
  await expect.element(nameField).toHaveFocus()
  await expectToast('Error', 'System name is required')
  await expect.element(dialog.getByLabelText('Description')).toHaveValue('Has no name yet.')
})

describe('a request that the server refuses', () => {
  it('[SYS-54, 55] keeps the form as it was, with the message', async () => {
    const { workspace } = await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
    vi.spyOn(workspace.systems, 'add').mockRejectedValue(refusal('Not on a Sunday.'))
    vi.spyOn(workspace.systems, 'update').mockRejectedValue(refusal('Not on a Sunday.'))
    vi.spyOn(workspace.deletion, 'remove').mockRejectedValue(refusal('Not on a Sunday.'))
    vi.spyOn(workspace.systems, 'remove').mockRejectedValue(refusal('Not on a Sunday.'))

    await page.getByRole('button', { name: 'Add System' }).first().click()
    await nameField.fill('Archive')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expectToast('Error adding system', 'Not on a Sunday.')
    await expect.element(nameField).toHaveValue('Archive')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await dialog.getByLabelText('Description').fill('Pays everybody.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Error updating system', 'Not on a Sunday.')
    await expect.element(dialog.getByLabelText('Description')).toHaveValue('Pays everybody.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Delete Payroll' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByText('No Systems Yet')).toBeVisible()
    await closeToast()
    await expectToast('Error deleting system', 'Not on a Sunday.')
    await expectTexts(namesIn('Systems'), ['Payroll'])
  })

  it('[OPEN-03] tells at the field that a name is taken', async () => {
    await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
    await page.getByRole('button', { name: 'Add System' }).click()
    await nameField.fill('PAYROLL')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expect.element(nameField).toHaveAttribute('aria-invalid', 'true')
    await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
    await nameField.fill('Payroll 2')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expectToast('Payroll 2 has been added successfully')
  })

  it('[SYS-52, 53] says why a list cannot be loaded, and shows none', async () => {
    const workspace = membersWorkspace({ systems: [system({ name: 'Payroll' })] })
    const list = vi.spyOn(workspace.systems, 'list').mockRejectedValue(refusal('The archive is being moved.'))
    const find = vi.spyOn(workspace.systems, 'find').mockRejectedValue(refusal('The archive is being moved.'))
    await openApp('/systems', { as: ADA, workspace })
    await expect.element(page.getByRole('heading', { name: 'Error loading systems' })).toBeVisible()
    await expect.element(toast().getByText('Error loading systems')).toBeVisible()
    await expect.element(toast().getByText('The archive is being moved.')).toBeVisible()
    await expectGone(page.getByText('Payroll'))
    list.mockRestore()
    find.mockRestore()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectTexts(namesIn('Systems'), ['Payroll'])
  })
})
