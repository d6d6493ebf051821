import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { chooseOwner, expectCount, expectGone, expectTexts, expectToast, namesIn } from './support/look.ts'
import { ADA, BEN } from './support/people.ts'
import { solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

it('[CALL-33] shows both states to who is overtaken by another, who chooses field by field, and saves', async () => {
  const payroll = system({ name: 'Payroll', description: 'As it was' })
  const workspace = membersWorkspace({ systems: [payroll] })
  const { systems } = workspace
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit System' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await dialog.getByLabelText('Description').fill('Mine')
  await chooseOwner(dialog, 'System Owner', 'Ada Founder')
  const theirs = { name: 'Wages', description: 'Theirs', ownerId: null, details: {}, status: 'maintenance' }
  await systems.update(payroll.id, { ...theirs, status: 'maintenance' }, payroll.version)
  await save.click()

  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Someone else changed this while you were editing.')
  const field = (label: string) => dialog.getByRole('group', { name: label, exact: true })
  const radio = (label: string, name: string) => expect.element(field(label).getByRole('radio', { name }))
  // The dialog proposes their value for each field, and leaves out those that only I have changed.
  await radio('Name', 'Theirs Wages').toBeChecked()
  await radio('Status', 'Theirs Maintenance').toBeChecked()
  await radio('Description', 'Yours Mine').toBeChecked()
  await expectCount(field('Owner'), 0)
  await expectAccessible('both states')

  await dialog.getByRole('button', { name: 'Keep all of yours' }).click()
  await radio('Name', 'Yours Payroll').toBeChecked()
  await dialog.getByRole('button', { name: 'Keep all of theirs' }).click()
  await field('Description').getByText('Mine').click()
  const update = vi.spyOn(systems, 'update')
  await save.click()
  await expectToast('Wages has been updated successfully')
  await expectTexts(namesIn('Systems'), ['Wages'])
  expect(update.mock.lastCall?.[1]).toMatchObject({
    name: 'Wages',
    description: 'Mine',
    status: 'maintenance',
    ownerId: ADA.id,
  })
})

it('[CALL-33] keeps what was entered of a record that is deleted meanwhile, to be created again', async () => {
  const portal = solution({ name: 'Portal', users: ['Sales'] })
  const workspace = membersWorkspace({ solutions: [portal] })
  const add = vi.spyOn(workspace.solutions, 'add')
  await openApp('/solutions', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Edit Portal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Solution' })
  await dialog.getByPlaceholder('Add a user or team').fill('Support')

  const { name, description, ownerId, useCases, relatedSystems, details } = portal
  const theirs = { name, description, ownerId, useCases, relatedSystems, details, users: ['Finance'] }
  await workspace.solutions.update(portal.id, { ...theirs, status: 'active' }, portal.version)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const users = dialog.getByRole('group', { name: 'Users', exact: true })
  await expect.element(users.getByRole('radio', { name: 'Theirs Finance' })).toBeVisible()
  await expect.element(users.getByRole('radio', { name: /^Yours Sales\s?Support$/ })).toBeChecked()

  await workspace.solutions.remove(portal.id)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: 'Someone else has deleted this.' }))
    .toBeVisible()
  await expect.element(dialog.getByLabelText('Solution Name')).toHaveValue('Portal')
  await dialog.getByRole('button', { name: 'Create it again' }).click()
  await expectToast('Portal has been added successfully')
  await expectGone(dialog)
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ users: ['Sales', 'Support'] }))
})

it('names the person who has changed a record meanwhile', async () => {
  const payroll = system({ name: 'Payroll' })
  const workspace = membersWorkspace({ people: [ADA, BEN], systems: [payroll] })
  const current = { ...payroll, name: 'Wages', version: 'later', updatedBy: BEN.id }
  vi.spyOn(workspace.systems, 'update').mockResolvedValue({ kind: 'changed', current })
  await openApp('/systems', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit System' })
  await dialog.getByLabelText('System Name').fill('Mine')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(`${BEN.name} changed this while you were editing.`)
})
