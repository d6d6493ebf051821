import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectText, focus } from './support/look.ts'
import { ADA } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const title = (name: string) => page.getByRole('link', { name, exact: true })
const cellOf = (name: string, column: number) => page.getByRole('row', { name }).getByRole('cell').nth(column)

it('undoes a status that was changed in the row', async () => {
  const payroll = system({ name: 'Payroll' })
  const { workspace } = await openApp('/systems', { as: ADA, systems: [payroll] })
  const stored = async () => (await workspace.systems.byIds([payroll.id]))[0]?.status
  await expect.element(title('Payroll')).toBeVisible()
  focus(title('Payroll'))
  await userEvent.keyboard('e')
  await page.getByRole('option', { name: /^Status/ }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await expectText(cellOf('Payroll', 2), 'Inactive')
  await expect.element(page.getByText('Payroll: Inactive', { exact: true })).toBeVisible()
  await expect.poll(stored).toBe('inactive')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expectText(cellOf('Payroll', 2), 'Active')
  await expect.poll(stored).toBe('active')
})

it('leaves and reports a change in the row that another user made meanwhile', async () => {
  const payroll = system({ name: 'Payroll', description: 'Old' })
  const workspace = membersWorkspace({ systems: [payroll] })
  /** Saves for another user, of whom the list has not heard. */
  const overtake = async (told: { description?: string; criticality?: string }) => {
    const [present] = await workspace.systems.byIds([payroll.id])
    if (!present) throw new Error('The system is gone.')
    const { name, ownerId, details, fields } = present
    const { description = present.description, criticality = fields['criticality'] ?? 'low' } = told
    const change = { name, ownerId, details, description, status: 'active' as const }
    const theirs = { ...change, fields: { ...fields, criticality } }
    await workspace.systems.update(payroll.id, theirs, present.version)
  }
  await openApp('/systems?cols=name,criticality,description', { as: ADA, workspace })
  await expect.element(title('Payroll')).toBeVisible()
  const pick = async (name: string) => {
    focus(title('Payroll'))
    await userEvent.keyboard('e')
    await page.getByRole('option', { name: 'Criticality' }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await pick('High')
  await expectText(cellOf('Payroll', 1), 'High')
  await overtake({ description: 'New' })
  await pick('Low')
  await expect.element(page.getByText('Payroll: Low', { exact: true })).toBeVisible()
  await expectText(cellOf('Payroll', 2), 'New')

  await overtake({ criticality: 'critical' })
  await pick('Medium')
  await expect.element(page.getByText('Nothing was changed', { exact: true })).toBeVisible()
  await expectText(cellOf('Payroll', 1), 'Critical')
})
