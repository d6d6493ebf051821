import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  chooseOwner,
  closeToast,
  expectAddress,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectToast,
  namesIn,
  openDetails,
  press,
  toast,
} from './support/look.ts'
import { ADA, BEN, member, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog')
const nameField = dialog.getByLabelText('System Name')

it('marks the one field of a new system that is required, and says of no other that it is not', async () => {
  await openApp('/systems', { as: ADA })
  await page.getByRole('button', { name: 'Add System' }).click()
  await dialog.getByRole('button', { name: 'More' }).click()
  const labels = [...dialog.element().querySelectorAll('label')]
  const marked = labels.filter(({ nextElementSibling: mark }) => mark?.textContent === '*')
  expect(marked.map(({ textContent }) => textContent)).toEqual(['System Name'])
  await expect.element(nameField).toHaveAttribute('aria-required', 'true')
  await expect.element(nameField).toHaveAccessibleName('System Name')
  await expectGone(dialog.getByText('Optional'))
})

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

it('[SYS-12, 13, 14, 15, 18, 19, GAP-12, CALL-32] adds a system with a name, a description and an owner', async () => {
  const me = mia('user')
  const { workspace } = await openApp('/systems', { as: me, people: [ADA, BEN, me] })
  const add = vi.spyOn(workspace.systems, 'add')
  await page.getByRole('button', { name: 'Add System' }).first().click()
  const owner = dialog.getByRole('combobox', { name: 'System Owner' })
  await expectText(owner, 'No owner assigned')
  await owner.click()
  await expectTexts(page.getByRole('option'), [
    'No owner assigned',
    /Mia Member\s?You$/,
    /Ada Founder$/,
    /Ben Owner$/,
  ])
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog.getByLabelText('Status'))
  await nameField.fill('  Payroll ')
  await dialog.getByLabelText('Description').fill('Pays everybody.')
  await chooseOwner(dialog, 'System Owner', 'Ben Owner')
  await dialog.getByRole('button', { name: 'Add System' }).click()
  await expectToast('Payroll has been added successfully')
  expect(add.mock.calls[0]?.[0]).toMatchObject({
    name: 'Payroll',
    description: 'Pays everybody.',
    ownerId: BEN.id,
  })
  await expectGone(dialog)
  const details = await openDetails('Payroll')
  await expect.element(details.getByText('Active', { exact: true })).toBeVisible()
  await expect.element(details).toHaveTextContent('Ben Owner')
})

it('[SYS-14] finds an owner among many by typing', async () => {
  const people = Array.from({ length: 12 }, (_, index) => member(`Colleague ${index + 10}`))
  await openApp('/systems', { as: ADA, people: [ADA, ...people] })
  await page.getByRole('button', { name: 'Add System' }).first().click()
  const owner = page.getByRole('combobox', { name: 'System Owner' })
  await press(owner, '{ArrowDown}')
  await expectText(page.getByRole('option').nth(1), /Ada Founder\s?You$/)
  await userEvent.keyboard('gue 17')
  await expectCount(page.getByRole('option'), 1)
  await userEvent.keyboard('{Enter}')
  await expect.element(owner).toHaveFocus()
  await expectText(owner, /Colleague 17$/)
})

it('[SYS-20, GAP-12, CALL-33] changes name, description, owner and status in an edit', async () => {
  const payrol = system({ name: 'Payrol', ownerId: ADA.id })
  const systems = [payrol, system({ name: 'Payments' })]
  const { workspace } = await openApp('/systems', { as: ADA, people: [ADA, BEN], systems })
  const update = vi.spyOn(workspace.systems, 'update')
  await page.getByRole('button', { name: 'Edit Payrol' }).click()
  const words = ['Active', 'Inactive', 'Maintenance', 'Deprecated']
  await expectTexts(dialog.getByLabelText('Status').getByRole('option'), words)
  await nameField.fill('Accounting')
  await dialog.getByLabelText('Description').fill('Keeps the books.')
  await chooseOwner(dialog, 'System Owner', 'Ben Owner')
  await dialog.getByLabelText('Status').selectOptions('Maintenance')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Accounting has been updated successfully')
  const change = {
    name: 'Accounting',
    description: 'Keeps the books.',
    ownerId: BEN.id,
    status: 'maintenance',
  }
  expect(update.mock.calls).toEqual([[payrol.id, expect.objectContaining(change), payrol.version]])
  await expectTexts(namesIn('Systems'), ['Accounting', 'Payments'])
  const details = await openDetails('Accounting')
  await expect.element(details.getByText('Maintenance', { exact: true })).toBeVisible()
  await expect.element(details).toHaveTextContent('Ben Owner')
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

it('opens a new system once it is saved, where that was asked for', async () => {
  await openApp('/systems', { as: ADA, systems: [system({ name: 'Payroll' })] })
  await page.getByRole('button', { name: 'Add System' }).click()
  const form = page.getByRole('dialog', { name: 'Add System' })
  const open = form.getByRole('button', { name: 'Create and open' })
  await open.click()
  await expect.element(form.getByText('System name is required')).toBeVisible()
  await form.getByLabelText('System Name').fill('Ledger')
  await open.click()
  await expect.element(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible()
  await expectAddress(/^\/systems\?id=/)
})

it('creates and opens a system by the keys', async () => {
  await openApp('/systems', { as: ADA, systems: [] })
  await page.getByRole('button', { name: 'Add System' }).click()
  const form = page.getByRole('dialog', { name: 'Add System' })
  await form.getByLabelText('System Name').fill('Ledger')
  await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Ledger' })).toBeVisible()
  await expectAddress(/^\/systems\?id=/)
})

it('creates a system by the keys without opening it', async () => {
  await openApp('/systems', { as: ADA, systems: [] })
  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByRole('dialog').getByLabelText('System Name').fill('Ledger')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('System added', 'Ledger has been added successfully')
  await expectGone(page.getByRole('dialog'))
})
