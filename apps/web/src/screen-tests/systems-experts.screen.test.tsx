import { NotSignedIn } from '@cairn/workspace/errors'
import { phrase } from '@cairn/workspace/lib/phrase'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import {
  closeToast,
  expectCount,
  expectGone,
  expectResting,
  expectText,
  expectTexts,
  expectToast,
  fact,
  focus,
  openDetails,
  press,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, type Member, member, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const KNOWS = member('Ben Expert')
const experts = page.getByRole('dialog').getByRole('list', { name: 'System Experts' }).getByRole('listitem')
const picker = page.getByRole('dialog', { name: 'Add Expert' })

/** Opens the details of a system that some people know. */
async function openPayroll(as: Member, known: readonly Member[], people: readonly Member[]) {
  const payroll = system({ name: 'Payroll', ownerId: ADA.id })
  const workspace = membersWorkspace({ people, systems: [payroll] })
  for (const { id } of known) await workspace.systems.addExpert(payroll.id, id)
  await openApp('/systems', { as, workspace })
  return { details: await openDetails('Payroll'), workspace, payroll }
}

it('[SYS-28, 30, 31, 40, DIS-45] lets a user name and remove experts', async () => {
  const me = mia('user')
  const { details, workspace, payroll } = await openPayroll(me, [], [ADA, KNOWS, me])
  const add = vi.spyOn(workspace.systems, 'addExpert')
  const remove = vi.spyOn(workspace.systems, 'removeExpert')
  await expect.element(details.getByRole('heading', { name: 'System Experts' })).toBeVisible()
  await expect.element(details.getByText('No experts assigned')).toBeVisible()

  // [SYS-32, 33, 45]
  await details.getByRole('button', { name: 'Add Expert' }).click()
  await expectTexts(picker.getByRole('option'), [/Mia Member\s?You$/, /Ada Founder/, /Ben Expert/])
  await picker.getByRole('option', { name: 'Ben Expert' }).click()
  await expectToast('Expert added', 'The expert has been added successfully')
  expect(add).toHaveBeenCalledWith(payroll.id, KNOWS.id)
  await expectTexts(picker.getByRole('option'), [/Mia Member/, /Ada Founder/])
  await userEvent.keyboard('{Escape}')
  await expectTexts(experts, [/Ben Expert/])

  // [SYS-31, 46]
  await experts.getByRole('button', { name: 'Remove Ben Expert' }).click()
  await expectToast('Expert removed', 'The expert has been removed successfully')
  expect(remove).toHaveBeenCalledWith(payroll.id, KNOWS.id)
  await expect.element(details.getByText('No experts assigned')).toBeVisible()
})

it('[SYS-33, 37, 38, 39] searches and picks experts with the keys, several in a row, and refuses a pending one', async () => {
  const people = ['Ben', 'Cara', 'Dora', 'Emil', 'Finn', 'Gina'].map((name) => member(`${name} Expert`))
  const zoe = member('Zoe Invited', 'user', { isPending: true })
  const { details } = await openPayroll(ADA, [], [ADA, ...people, zoe])
  const add = details.getByRole('button', { name: 'Add Expert' })
  await expect.element(add).toBeEnabled()
  await press(add, '{Enter}')
  const options = picker.getByRole('option')
  await expectCount(options, 8)
  await expectText(options.first(), /Ada Founder\s?You$/)
  await expectText(options.last(), /Zoe Invited\s?Pending$/)

  await expect.element(picker.getByRole('combobox', { name: 'Filter the list' })).toHaveFocus()
  await userEvent.keyboard('expert')
  await expectCount(options, 6)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectToast('Expert added')
  await expectCount(options, 5)
  await userEvent.keyboard('{Enter}')
  await expectCount(options, 4)

  await userEvent.keyboard('{Control>}a{/Control}zoe')
  await expectCount(options, 1)
  await userEvent.keyboard('{Enter}')
  await expectToast('Cannot add pending user', 'This user has not yet accepted their invitation')
  await expectCount(options, 1)

  await userEvent.keyboard('{Escape}')
  await expectGone(picker)
  await expect.element(add).toHaveFocus()
  await expectTexts(experts, [/Cara Expert/, /Dora Expert/])
})

it('[SYS-34, 35] shows a long list of candidates 400 px high at most, and scrolls it', async () => {
  const colleagues = Array.from({ length: 20 }, (_, index) => member(`Colleague ${index + 10}`))
  const { details } = await openPayroll(ADA, [], [ADA, ...colleagues])
  await details.getByRole('button', { name: 'Add Expert' }).click()
  const list = picker.getByRole('listbox', { name: 'Team members' })
  await expectCount(list.getByRole('option'), 21)
  const height = list.element().parentElement?.getBoundingClientRect().height ?? 0
  expect(height).toBeLessThanOrEqual(400)
  expect(height).toBeGreaterThan(300)

  const last = list.getByRole('option', { name: 'Colleague 29' })
  await expect.element(last).not.toBeInViewport()
  await list.wheel({ delta: { y: 5000 } })
  await expect.element(last).toBeInViewport()
  await last.click()
  await expectGone(last)
  await userEvent.keyboard('{Escape}')
  await expectTexts(experts, [/Colleague 29/])
})

it('[SYS-36] says that everybody is an expert where nobody is left to add', async () => {
  const { details } = await openPayroll(ADA, [ADA, KNOWS], [ADA, KNOWS])
  await expectCount(experts, 2)
  await details.getByRole('button', { name: 'Add Expert' }).click()
  await expect.element(picker.getByText('All team members are already assigned as experts')).toBeVisible()
})

it('[SYS-40, DIS-45, PERM-04] shows a viewer the experts, and lets them change none', async () => {
  const { details } = await openPayroll(mia('viewer'), [ADA], [ADA, mia('viewer')])
  await details.getByRole('button', { name: 'Remove Ada Founder' }).click({ force: true })
  await details.getByRole('button', { name: 'Add Expert' }).click({ force: true })
  await expectGone(picker)
  await expectResting(details.getByRole('button', { name: 'Add Expert' }), VIEWERS_CHANGE_NOTHING)
  await expectTexts(experts, [/Ada Founder/])
})

it('[SYS-28, 40] shows a guest no card of experts', async () => {
  await openApp('/systems')
  const details = await openDetails('Salesforce')
  await expect.element(details.getByText('System ID')).toBeVisible()
  await expectGone(details.getByText('System Experts'))
})

it('[SYS-46] closes the details at Escape although a toast came after them', async () => {
  const { details } = await openPayroll(mia('user'), [KNOWS], [ADA, KNOWS, mia('user')])
  await experts.getByRole('button', { name: 'Remove Ben Expert' }).click()
  await expectToast('Expert removed')
  focus(details.getByRole('button', { name: 'Add Expert' }))
  await userEvent.keyboard('{Escape}')
  await expectGone(details)
})

describe('a request that the server refuses', () => {
  it('[SYS-43] asks for a sign-in where the session has gone', async () => {
    const { details, workspace } = await openPayroll(ADA, [], [ADA])
    const gone = new NotSignedIn(phrase('You must be logged in to add experts'))
    vi.spyOn(workspace.systems, 'addExpert').mockRejectedValue(gone)
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await picker.getByRole('option', { name: 'Ada Founder' }).click()
    await expectToast('Error adding expert', 'You must be logged in to add experts')
  })

  it('[SYS-42, 44] takes a refused change back', async () => {
    const { details, workspace } = await openPayroll(ADA, [KNOWS], [ADA, KNOWS])
    for (const method of ['addExpert', 'removeExpert'] as const)
      vi.spyOn(workspace.systems, method).mockRejectedValue(refusal('Not on a Sunday.'))
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await picker.getByRole('option', { name: 'Ada Founder' }).click()
    await expectToast('Error adding expert', 'Not on a Sunday.')
    await userEvent.keyboard('{Escape}')
    await expectTexts(experts, [/Ben Expert/])
    await details.getByRole('button', { name: 'Remove Ben Expert' }).click()
    await expectToast('Error removing expert', 'Not on a Sunday.')
    await expectTexts(experts, [/Ben Expert/])
  })

  it('[SYS-41, 47] shows nobody where experts and team cannot be loaded', async () => {
    const payroll = system({ name: 'Payroll', ownerId: ADA.id })
    const workspace = membersWorkspace({ systems: [payroll] })
    vi.spyOn(workspace.systems, 'experts').mockRejectedValue(refusal('Not on a Sunday.'))
    vi.spyOn(workspace.team, 'members').mockRejectedValue(refusal('Not on a Sunday.'))
    expectComplaint(/^Failed: loading the team/)
    expectComplaint(/^Failed: loading the experts/)
    await openApp('/systems', { as: ADA, workspace })
    const details = await openDetails('Payroll')
    await expectToast('Error loading experts', 'Not on a Sunday.')
    await expect.element(details.getByText('No experts assigned')).toBeVisible()
    await expectText(fact(details, 'Owner'), /Unknown User/)
    // It stands over the buttons of the panel.
    await closeToast()
    await details.getByRole('button', { name: 'Edit' }).click()
    const owner = page.getByRole('dialog', { name: 'Edit System' }).getByLabelText('System Owner')
    await expect.element(owner).toHaveTextContent('Unknown User')
    await owner.click()
    await expectTexts(page.getByRole('option'), ['No owner assigned', /Unknown User\s?You$/])
  })
})
