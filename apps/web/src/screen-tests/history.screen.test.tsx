import type { HistoryEntry } from '@cairn/workspace/port/records/history'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import { historyEntry, withHistory } from './support/history.ts'
import { expectGone, expectResting, expectToast, openDetails, toast } from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { automation, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const question = page.getByRole('dialog', { name: 'Restore Payroll' })
const LEFT = 'The person who owned it then can no longer be its owner.'

const MADE = historyEntry(1, { action: 'created', field: null })
const SECOND = historyEntry(5, { before: 'First', after: 'Second' })

/** A system whose description was changed once. */
const arrange = (entries: readonly HistoryEntry[] = [SECOND, MADE]) => {
  const payroll = system({ name: 'Payroll', description: 'Second' })
  const workspace = membersWorkspace({ people: [ADA, BEN], systems: [payroll] })
  withHistory(workspace, entries)
  const stored = async () => (await workspace.systems.byIds([payroll.id]))[0]
  const { update } = workspace.systems
  /** Saves for another user, who does not wait for the screen. */
  const overtake = async () => {
    const { name, ownerId, details } = payroll
    const theirs = { name, ownerId, details, status: 'active' as const, description: 'Theirs' }
    await update(payroll.id, theirs, (await stored())?.version ?? '')
  }
  return { payroll, workspace, stored, overtake }
}

const restoreOf = (what: string) => page.getByRole('button', { name: `Restore this value ${what}` })

/** Opens the history of the system. */
async function openHistory(): Promise<void> {
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Activity' }).click()
}

it('keeps the choice between restored values and those that others saved where the connection is lost', async () => {
  const { workspace, stored, overtake } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  await openHistory()
  await expect.element(restoreOf('Description')).toBeVisible()
  await overtake()
  await restoreOf('Description').click()
  await question.getByRole('radio', { name: 'Restored First' }).click()
  vi.spyOn(workspace.systems, 'update').mockRejectedValueOnce(refusal('Away.', 'unavailable'))
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Error updating system')
  await expect.element(question.getByRole('radio', { name: 'Restored First' })).toBeChecked()
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expectGone(question)
  expect((await stored())?.description).toBe('First')
})

it('reports a record that is deleted during its conflict, and restores nothing', async () => {
  const { workspace, payroll, overtake } = arrange()
  await openApp('/systems', { as: ADA, workspace })
  await openHistory()
  await expect.element(restoreOf('Description')).toBeVisible()
  await overtake()
  await restoreOf('Description').click()
  await expect.element(question).toBeVisible()
  await workspace.systems.remove(payroll.id)
  await question.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Nothing was restored', 'Someone else has deleted this.')
  await expectGone(question)
})

it('says why the owner whom a handover replaced is not restored', async () => {
  const giver = { id: 'person-who-left', name: 'Ana Alvarez' }
  const line = { part: 'owner', state: 'pending', giver, receiver: { name: 'Ben Owner' } }
  const by = { act: 'one', changedBy: ADA.id }
  const { workspace } = arrange([
    historyEntry(5, { ...by, field: 'handover', after: line }),
    historyEntry(5, { ...by, field: 'owner_id', before: giver.id, after: BEN.id }),
    MADE,
  ])
  await openApp('/systems', { as: ADA, workspace })
  await openHistory()
  const handedOver = page.getByRole('listitem').filter({ hasText: 'handed it over from Ana Alvarez' })
  await expectResting(handedOver.getByRole('button', { name: 'Restore this value Owner' }), LEFT)
})

it('offers an owner of before also where the members cannot be loaded', async () => {
  const { workspace } = arrange([historyEntry(5, { field: 'owner_id', before: ADA.id }), MADE])
  expectComplaint(/Failed: loading the team/)
  vi.spyOn(workspace.team, 'members').mockRejectedValue(refusal('Away.', 'unavailable'))
  await openApp('/systems', { as: ADA, workspace })
  await openHistory()
  await expect.element(restoreOf('Owner')).toBeVisible()
  await expect.element(restoreOf('Owner')).not.toHaveAttribute('aria-disabled')
})

it('says on a phone why a value cannot be restored, and that a name is taken meanwhile', async () => {
  await page.viewport(375, 720)
  const copy = automation({ name: 'Copy' })
  const workspace = membersWorkspace({ automations: [copy, automation({ name: 'Sync' })] })
  const act = { act: 'one', changedBy: ADA.id }
  withHistory(workspace, [
    historyEntry(5, { ...act, field: 'webhook_url', before: 'https://hooks.example/…' }),
    historyEntry(5, { ...act, field: 'owner_id', before: 'person-who-left' }),
    historyEntry(5, { ...act, field: 'name', before: 'Sync', after: 'Copy' }),
    MADE,
  ])
  await openApp('/automations', { as: ADA, workspace })
  await page.getByRole('link', { name: 'Copy', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Copy' })
  await details.getByRole('button', { name: 'Activity' }).click()
  const host = 'The history keeps only the host of an address, because the rest may be secret.'
  await expectResting(restoreOf('Webhook URL'), host)
  await expectResting(restoreOf('Owner'), LEFT)
  const window = details.element()
  expect(window.scrollWidth - window.clientWidth).toBe(0)
  await restoreOf('Name').click()
  await expect.element(toast()).toHaveTextContent('There is one of this name already.')
  expect((await workspace.automations.byIds([copy.id]))[0]?.name).toBe('Copy')
})

it('offers a viewer nothing to restore', async () => {
  const { workspace } = arrange()
  await openApp('/systems', { as: mia('viewer'), workspace })
  await openHistory()
  await expect.element(page.getByText('First', { exact: true })).toBeVisible()
  await expectGone(page.getByRole('button', { name: /Restore/ }))
})
