import { invitedId } from '@cairn/workspace/port/records/invited-owner'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import { historyEntry } from './support/history.ts'
import {
  closeToast,
  expectCount,
  expectGone,
  expectResting,
  expectText,
  expectTexts,
  expectToast,
  namesIn,
  openDetails,
  press,
} from './support/look.ts'
import { ADA, BEN, member } from './support/people.ts'
import { solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const question = page.getByRole('alertdialog', { name: 'Delete System' })
const confirm = question.getByRole('button', { name: 'Delete', exact: true })
const dependents = question.getByRole('list', { name: 'Solutions' }).getByRole('listitem')
const stand = question.getByRole('combobox', { name: 'Move the links to…' })

/** A system on which solutions rest, beside others. */
function arrange(
  names: readonly string[] = [],
  owners: Readonly<Record<string, string | null>> = { Portal: null },
) {
  const payroll = system({ name: 'Payroll' })
  const systems = [payroll, ...names.map((name) => system({ name }))]
  const solutions = Object.entries(owners).map(([name, ownerId]) =>
    solution({ name, ownerId, relatedSystems: [payroll.id] }),
  )
  const workspace = membersWorkspace({ people: [ADA, BEN], systems, solutions })
  return { payroll, systems, workspace }
}

const ask = () => page.getByRole('button', { name: 'Delete Payroll' }).click()

it('[SYS-48, 49, 51, CALL-34, GAP-13] asks before a system is deleted, and says what goes with it', async () => {
  const [payroll, archive] = [system({ name: 'Payroll' }), system({ name: 'Archive' })]
  const workspace = membersWorkspace({ people: [ADA, BEN], systems: [payroll, archive] })
  for (const { id } of [ADA, BEN]) await workspace.systems.addExpert(payroll.id, id)
  const remove = vi.spyOn(workspace.systems, 'remove')
  await openApp('/systems', { as: ADA, workspace })
  await ask()
  const words =
    'Are you sure you want to delete this system? This action will remove all associations to knowledge articles.'
  await expect.element(question.getByText(words, { exact: true })).toBeVisible()
  await expect.element(question).toHaveTextContent('Payroll')
  await expect.element(question).toHaveTextContent('No longer listed as its experts: Ada Founder, Ben Owner')
  await expectTexts(question.getByRole('button'), ['Retire instead', 'Cancel', 'Delete'])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(question)
  await expectTexts(namesIn('Systems'), ['Archive', 'Payroll'])

  await ask()
  await confirm.click()
  await expectToast('System deleted', 'The system has been deleted successfully')
  await expectTexts(namesIn('Systems'), ['Archive'])
  expect(remove).not.toHaveBeenCalled()
  await closeToast()
  await expect.poll(() => remove.mock.calls).toEqual([[payroll.id]])
})

describe('the dependents of a record', () => {
  it('are loaded before it can be deleted, and loaded again after a failure', async () => {
    const { workspace } = arrange()
    const { answer, release } = heldBack((): never => {
      throw refusal('Not now.')
    })
    vi.spyOn(workspace.deletion, 'impact').mockImplementationOnce(answer)
    await openApp('/systems', { as: ADA, workspace })
    await ask()
    await expect.element(page.getByText('Checking what is linked to it…')).toBeVisible()
    await expectGone(question)
    release()
    await expect.element(question.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expectResting(confirm, 'Its links could not be loaded.')
    await expectAccessible('a deletion whose links could not be loaded')
    await question.getByRole('button', { name: 'Try again' }).click()
    await expectCount(dependents, 1)
    await expectText(question.getByRole('status'), 'Linked to it: 1')
    await expectResting(confirm, 'Type the name first.')
  })

  it('get another record in its place, and their owners learn why', async () => {
    const { workspace, payroll, systems } = arrange(['Successor'], { Intranet: null, Portal: BEN.id })
    const remove = vi.spyOn(workspace.deletion, 'remove')
    await openApp('/systems', { as: ADA, workspace })
    await ask()
    await expectTexts(dependents, [/^Intranet.*No owner assigned$/, /^Portal.*Ben Owner$/])
    await expect.element(question.getByRole('button', { name: 'Retire instead' })).toBeVisible()
    await stand.click()
    // Deleted records are not offered.
    await expectTexts(page.getByRole('option'), ['Nowhere: remove the links', 'Successor'])
    await userEvent.keyboard('succ')
    await expectTexts(page.getByRole('option'), ['Successor'])
    await userEvent.keyboard('{Enter}')
    await expectText(stand, 'Successor')
    await question.getByLabelText('Reason').fill('We have a new one')
    await question.getByLabelText('Tell the owners').click()
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await question.getByLabelText('Type Payroll to delete it').fill('Payroll')
    await confirm.click()
    await expectToast('System deleted')
    await closeToast()
    const options = { reason: 'We have a new one', moveTo: systems[1]?.id, notifiesOwners: true }
    await expect.poll(() => remove.mock.calls).toEqual([['system', payroll.id, options]])
  })

  it('say why no other record can be chosen for their links', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `Register ${String(index + 1).padStart(4, '0')}`)
    const { workspace } = arrange(names)
    await openApp('/systems', { as: ADA, workspace })
    await ask()
    await stand.click()
    await userEvent.keyboard('register 0007')
    await expectTexts(page.getByRole('option'), ['Register 0007'])
    await userEvent.keyboard('{Escape}')
    // Its words say the choice also after another search.
    await expectText(stand, 'Nowhere: remove the links')
    vi.spyOn(workspace.systems, 'find').mockRejectedValue(refusal('Not now.'))
    await stand.click()
    await userEvent.keyboard('register 0008')
    await expect.element(page.getByRole('status').filter({ hasText: 'Not now.' })).toBeVisible()
  })

  it('open in a new tab and name an invited owner, and a typed reason is not lost without a question', async () => {
    const ivy = member('Ivy Invited', 'user', { id: invitedId('ivy'), isPending: true })
    const payroll = system({ name: 'Payroll' })
    const workspace = membersWorkspace({
      people: [ADA, ivy],
      systems: [payroll],
      solutions: [
        solution({ name: 'Portal', relatedSystems: [payroll.id], ownerId: ivy.id, status: 'development' }),
      ],
    })
    await openApp('/systems', { as: ADA, workspace })
    await ask()
    await expect.element(dependents).toHaveTextContent('Ivy Invited')
    await expect.element(dependents.getByText('Invited', { exact: true })).toBeVisible()
    const reason = question.getByRole('textbox', { name: 'Reason' })
    await reason.fill('We have a new one')
    const link = dependents.getByRole('link', { name: 'Portal' })
    await expect.element(link).toHaveAccessibleDescription('Opens in a new tab')
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/solutions\?id=/))

    await press(reason, '{Escape}')
    const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(reason).toHaveValue('We have a new one')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await leave.getByRole('button', { name: 'Discard' }).click()
    await expectGone(page.getByRole('alertdialog'))
  })
})

it('disables all other actions while a record is retired instead, and its history follows', async () => {
  const { workspace } = arrange()
  let changes = [historyEntry(1, { action: 'created', field: null })]
  vi.spyOn(workspace.history, 'page').mockImplementation(async () => ({ entries: changes, next: null }))
  const { retire } = workspace.deletion
  const { answer, release } = heldBack(() => undefined)
  vi.spyOn(workspace.deletion, 'retire').mockImplementation(async (...asked) => {
    await answer()
    await retire(...asked)
    const change = { field: 'status', before: 'active', after: 'deprecated', changedBy: ADA.id }
    changes = [historyEntry(9, change), ...changes]
  })
  await openApp('/systems', { as: ADA, workspace })
  const details = await openDetails('Payroll')
  await details.getByRole('button', { name: 'Activity' }).click()
  await expect.element(details.getByText('created it')).toBeVisible()
  await details.getByRole('button', { name: 'Delete' }).click()
  await question.getByLabelText('Type Payroll to delete it').fill('Payroll')
  await question.getByRole('button', { name: 'Retire instead' }).click()
  for (const name of ['Delete', 'Cancel'])
    await expect.element(question.getByRole('button', { name, exact: true })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).toBeVisible()
  release()
  await expectGone(question)
  await expectToast('System updated')
  await expect.element(details.getByText('Ada Founder changed Status')).toBeVisible()
})
