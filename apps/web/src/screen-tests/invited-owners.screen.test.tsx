import type { BulkOutcome } from '@cairn/workspace/port/records/bulk'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import {
  chooseOwner,
  expectAddress,
  expectGone,
  expectText,
  expectToast,
  fact,
  openDetails,
} from './support/look.ts'
import { ADA, member } from './support/people.ts'
import { system } from './support/records.ts'

const IVY = member('Ivy Invited', 'user', { id: 'pending-ivy', isPending: true })
const people = [ADA, IVY]
const row = (name: string) => page.getByRole('row', { name })
const option = page.getByRole('option', { name: 'Ivy Invited' })

it('makes an invited person the owner, and says in form, details and list that they are invited', async () => {
  await openApp('/systems', { as: ADA, people, systems: [system({ name: 'Payroll' })] })
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByRole('combobox', { name: 'System Owner' }).click()
  await expectText(option, /Ivy InvitedInvited$/)
  await userEvent.keyboard('{Escape}')
  await chooseOwner(form, 'System Owner', 'Ivy Invited')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectGone(form)
  await expectText(fact(details, 'Owner'), /Ivy InvitedInvited$/)
  await expectAccessible('details of a system whose owner is invited')
  await userEvent.keyboard('{Escape}')
  await expectGone(details)
  await expect.element(row('Payroll').getByText('Ivy Invited')).toBeVisible()
  await expect.element(row('Payroll').getByText('Invited', { exact: true })).toBeVisible()
})

it('filters the list by an invited person', async () => {
  const systems = [system({ name: 'Payroll', ownerId: IVY.id }), system({ name: 'Ledger' })]
  await openApp('/systems', { as: ADA, people, systems })
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('option', { name: 'Owner', exact: true }).click()
  await option.click()
  await userEvent.keyboard('{Escape}')
  await expectGone(row('Ledger'))
  await expect.element(row('Payroll')).toBeVisible()
  await expectAddress(/pending-/)
})

it('makes an invited person the owner in the row', async () => {
  await openApp('/systems', { as: ADA, people, systems: [system({ name: 'Archive' })] })
  const give = 'No owner assigned. Assign an owner to Archive'
  await row('Archive').getByRole('button', { name: give }).click()
  await expectText(option, /Ivy InvitedInvited$/)
  await option.click()
  await expectToast('Owner assigned', 'Ivy Invited now owns Archive.')
  await expect.element(row('Archive').getByText('Invited', { exact: true })).toBeVisible()
})

it('makes an invited person the owner of many records at once, and nobody’s expert', async () => {
  const systems = [system({ name: 'Ledger' }), system({ name: 'Payroll' })]
  const { workspace } = await openApp('/systems', { as: ADA, people, systems })
  const outcome: BulkOutcome = {
    total: 2,
    changes: 2,
    leftOut: { no_right: 0, already: 0, full: 0, changed_meanwhile: 0 },
    examples: [],
  }
  const lists = { before: [], first: [], deletes: [], impact: [] }
  vi.spyOn(workspace.bulk, 'preview').mockResolvedValue({ ...outcome, ...lists, seenAt: 'now' })
  const change = vi.spyOn(workspace.bulk, 'change').mockResolvedValue({ ...outcome, act: 'act' })
  for (const name of ['Ledger', 'Payroll'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Add expert' }).click()
  await expect.element(page.getByRole('option').first()).toBeVisible()
  await expectGone(option)
  await userEvent.keyboard('{Escape}')
  await bar.getByRole('button', { name: 'Change owner' }).click()
  await expectText(option, /Ivy InvitedInvited$/)
  await option.click()
  const asks = page.getByRole('alertdialog', { name: 'Make Ivy Invited their owner?' })
  await expect.element(asks).toHaveTextContent('2 of 2 selected records will change.')
  await asks.getByRole('button', { name: 'Change', exact: true }).click()
  await expectGone(asks)
  expect(change.mock.calls[0]?.slice(0, 2)).toEqual([
    { kind: 'system', ids: systems.map(({ id }) => id), filter: null },
    { action: 'owner', value: IVY.id },
  ])
})

it('marks an owner whose invitation has expired in the form, until another one is chosen', async () => {
  const systems = [system({ name: 'Payroll', ownerId: 'pending-gone' })]
  await openApp('/systems', { as: ADA, people: [ADA], systems })
  const details = await openDetails('Payroll')
  await expectText(fact(details, 'Owner'), 'No owner assigned')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await expectText(form.getByRole('combobox', { name: 'System Owner' }), 'Invitation expired')
  await chooseOwner(form, 'System Owner', ADA.name)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expectText(fact(details, 'Owner'), new RegExp(`${ADA.name}$`))
})
