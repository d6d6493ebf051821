import type { DetailPreview } from '@cairn/workspace/port/records/details'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectGone, expectToast, openDetails, toast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const DETAILS = { Seats: 12, contract: 'C-1', parts: ['a'] }
const PREVIEW: DetailPreview = {
  ...{ name: 'Seats', type: 'number', moves: 2, stays: 1 },
  first: [{ id: 'ledger', name: 'Ledger', value: 'many' }],
}

const dialog = page.getByRole('alertdialog', { name: 'Make a custom field of a detail' })

async function openPayroll(as = ADA, details: Readonly<Record<string, unknown>> = DETAILS) {
  const workspace = membersWorkspace({
    people: [ADA, mia('manager')],
    systems: [system({ name: 'Payroll', details })],
  })
  const preview = vi.spyOn(workspace.details, 'preview').mockResolvedValue(PREVIEW)
  const makeField = vi.spyOn(workspace.details, 'makeField').mockResolvedValue({ moved: 2, act: 'act' })
  const undo = vi
    .spyOn(workspace.acts, 'undo')
    .mockResolvedValue({ act: null, undone: 2, left: [], team: null })
  await openApp('/systems', { as, workspace })
  const shown = await openDetails('Payroll')
  return {
    open: shown.getByRole('button', { name: 'Make a custom field of a detail' }),
    preview,
    makeField,
    undo,
  }
}

it('makes a custom field of a detail, after it has said what moves and what stays, and offers to undo it', async () => {
  const { open, preview, makeField, undo } = await openPayroll()
  await open.click()
  await expect.element(dialog.getByText('Type: Number')).toBeVisible()
  await expect.element(dialog.getByText('Values that move: 2')).toBeVisible()
  await expect.element(dialog.getByText('Values that stay in the details: 1')).toBeVisible()
  await expect.element(dialog.getByText('Ledger: many')).toBeVisible()
  await expectAccessible('making a field of a detail')
  // A list is no value of a field.
  await expectGone(dialog.getByRole('option', { name: 'parts' }))
  await dialog.getByLabelText('Detail').selectOptions('contract')
  await expect.poll(() => preview.mock.lastCall).toEqual(['system', 'contract'])
  await dialog.getByRole('button', { name: 'Make field' }).click()
  await expectToast('Custom field made: contract', 'Values moved: 2')
  await expectGone(dialog)
  expect(makeField).toHaveBeenCalledWith('system', 'contract')
  await toast().getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => undo.mock.lastCall).toEqual(['act'])
})

it('says why no field can be made, and rests', async () => {
  const { open, preview } = await openPayroll()
  preview.mockRejectedValue(refusal('A field with this name already exists.', 'conflict'))
  await open.click()
  await expect.element(dialog.getByText('A field with this name already exists.')).toBeVisible()
  await expect
    .element(dialog.getByRole('button', { name: 'Make field' }))
    .toHaveAccessibleDescription('A field with this name already exists.')
})

it.each([
  ['a manager', mia('manager'), DETAILS],
  ['an admin whose record has no plain value', ADA, { parts: ['a'], empty: '' }],
] as const)('offers %s no field', async (_, as, details) => {
  const { open } = await openPayroll(as, details)
  await expect.element(page.getByText('Additional Details').first()).toBeVisible()
  await expectGone(open)
})
