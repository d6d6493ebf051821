import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  expectCount,
  expectGone,
  expectResting,
  expectText,
  expectTexts,
  expectToast,
  focus,
  namesIn,
  press,
} from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { solution, system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const bar = page.getByRole('region', { name: 'Selection' })
const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const title = (name: string) => page.getByRole('link', { name, exact: true })
const question = page.getByRole('alertdialog', { name: 'Delete them?' })
const confirm = question.getByRole('button', { name: 'Delete', exact: true })

/** Chooses these records, and asks to delete them. */
async function askToDelete(...names: readonly string[]): Promise<void> {
  for (const name of names) await box(name).click()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect.element(question).toBeVisible()
}

describe('deleting many records', () => {
  it('skips and names those that the user may not delete, and brings the others back', async () => {
    const archive = system({ name: 'Archive' })
    const { workspace } = await openApp('/systems', {
      as: mia('user'),
      systems: [archive, system({ name: 'Billing' })],
      fixed: [archive.id],
    })
    const change = vi.spyOn(workspace.bulk, 'change')
    await askToDelete('Archive', 'Billing')
    await expect.element(question).toHaveTextContent('1 of 2 selected records will be deleted.')
    await expect.element(question).toHaveTextContent('Skipped because you cannot delete it: 1')
    await expect.element(question).toHaveTextContent('Archive')
    // Nothing depends on it: a reason is optional.
    await expectCount(question.getByRole('textbox'), 1)
    await question.getByRole('textbox', { name: 'Reason' }).fill('Moved out')
    await confirm.click()
    await expectToast('Deleted: 1 record')
    await expectTexts(namesIn('Systems'), ['Archive'])
    expect(change.mock.lastCall?.[3]).toEqual({ reason: 'Moved out', moveTo: null, notifiesOwners: false })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTexts(namesIn('Systems'), ['Archive', 'Billing'])
  })

  it('shows what depends on them, moves the links, and tells the owners why', async () => {
    const [archive, billing, next] = ['Archive', 'Billing', 'Successor'].map((name) => system({ name }))
    const portal = solution({
      name: 'Portal',
      relatedSystems: [archive?.id ?? '', billing?.id ?? ''],
      ownerId: BEN.id,
    })
    const { workspace } = await openApp('/systems', {
      as: ADA,
      workspace: membersWorkspace({
        people: [ADA, BEN],
        systems: [archive, billing, next].filter((one) => one !== undefined),
        solutions: [portal],
      }),
    })
    const change = vi.spyOn(workspace.bulk, 'change')
    const links = async () => (await workspace.solutions.byIds([portal.id]))[0]?.relatedSystems
    await askToDelete('Archive', 'Billing')
    await expectTexts(question.getByRole('list', { name: 'Solutions' }).getByRole('listitem'), [
      /^Portal.*Ben Owner$/,
    ])
    await expectAccessible('what depends on many records')
    const stand = question.getByRole('combobox', { name: 'Move the links to…' })
    await stand.click()
    // Deleted records are not offered.
    await expectTexts(page.getByRole('option'), ['Nowhere: remove the links', 'Successor'])
    await userEvent.keyboard('succ')
    await expectTexts(page.getByRole('option'), ['Successor'])
    await userEvent.keyboard('{Enter}')
    await expectText(stand, 'Successor')
    await question.getByLabelText('Reason').fill('One is enough')
    await question.getByLabelText('Tell the owners').click()
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
    await question.getByLabelText('Type 2 to delete them').fill('2')
    await confirm.click()
    await expectToast('Deleted: 2 records')
    const moved = { reason: 'One is enough', moveTo: next?.id, notifiesOwners: true }
    expect(change.mock.lastCall?.[3]).toEqual(moved)
    expect(await links()).toEqual([next?.id])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectTexts(namesIn('Systems'), ['Archive', 'Billing', 'Successor'])
    expect(await links()).toEqual(portal.relatedSystems)
  })

  it('names the first three, and can retire them instead', async () => {
    const systems = ['Archive', 'Billing', 'Crm', 'Desk'].map((name) =>
      system({ name, status: name === 'Desk' ? 'maintenance' : 'active' }),
    )
    await openApp('/systems', { as: ADA, systems })
    await box('Archive').click()
    await box('Desk').click({ modifiers: ['Shift'] })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await expect.element(question).toHaveTextContent('Archive, Billing, Crm and 1 more')
    await question.getByRole('button', { name: 'Retire instead' }).click()
    const preview = page.getByRole('alertdialog', { name: 'Set their status to Deprecated?' })
    await expect.element(preview).toHaveTextContent('3 Active, 1 Maintenance → Deprecated')
    await expectAccessible('the preview of a retirement in bulk')
    await preview.getByRole('button', { name: 'Change', exact: true }).click()
    await expectToast('Changed: 4 records')
  })
})

describe('a change of many records that fails', () => {
  const open = () =>
    openApp('/systems', {
      as: mia('manager'),
      systems: ['Archive', 'Billing'].map((name) => system({ name })),
    })
  const preview = page.getByRole('alertdialog')
  const change = preview.getByRole('button', { name: 'Change', exact: true })

  /** Chooses a record, and a status for it. */
  async function pickStatus(name: string, status: string): Promise<void> {
    await box(name).click()
    await bar.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('option', { name: status, exact: true }).click()
  }

  it('keeps the question and the selection where the connection is lost', async () => {
    const { workspace } = await open()
    vi.spyOn(workspace.bulk, 'change').mockRejectedValueOnce(refusal('The server is away.', 'unavailable'))
    await pickStatus('Archive', 'Inactive')
    await expect.element(preview).toHaveTextContent('1 of 1 selected records will change.')
    await change.click()
    await expect.element(preview.getByRole('alert')).toHaveTextContent('The records could not be changed')
    await change.click()
    await expectToast('Changed: 1 record')
    await expectGone(bar)
  })

  it('keeps the question with the typed text where the server refuses, says why, and can be tried again', async () => {
    const { workspace } = await open()
    vi.spyOn(workspace.bulk, 'change').mockRejectedValueOnce(refusal('Not this way.'))
    await askToDelete('Archive')
    await expectText(question.getByRole('status'), '1 of 1 selected records will be deleted.')
    await question.getByLabelText('Reason').fill('One is enough')
    await confirm.click()
    await expect.element(question.getByRole('alert')).toHaveTextContent('Not this way.')
    await expect.element(question.getByLabelText('Reason')).toHaveValue('One is enough')
    await expectAccessible('a change in bulk that was refused')

    await userEvent.keyboard('{Escape}')
    const leave = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await leave.getByRole('button', { name: 'Keep editing' }).click()
    await confirm.click()
    await expectToast('Deleted: 1 record')
    await expectGone(bar)
  })

  it('is disabled where the effects are not known, or there are none', async () => {
    const { workspace } = await open()
    const asked = vi.spyOn(workspace.bulk, 'preview').mockRejectedValue(refusal('Not now.'))
    await pickStatus('Archive', 'Active')
    await expect.element(preview.getByRole('alert').filter({ hasText: 'Not now.' })).toBeVisible()
    await expectResting(change, 'The preview of the changes could not be loaded.')
    asked.mockRestore()
    await preview.getByRole('button', { name: 'Try again' }).click()
    await expectText(preview.getByRole('status'), '0 of 1 selected records will change.')
    await expectResting(change, 'Nothing would change.')
  })
})

it('selects rows that have not come, says at once what is too many, and leaves one out of all', async () => {
  const systems = Array.from({ length: 2100 }, (_, index) =>
    system({ name: `Register ${String(index + 1).padStart(4, '0')}` }),
  )
  const { workspace } = await openApp('/systems', { as: mia('manager'), systems })
  // A range by Shift loads what is between.
  await box('Register 0002').click()
  focus(title('Register 0002'))
  await userEvent.keyboard('{End}')
  await expect.element(title('Register 2100')).toHaveFocus()
  await box('Register 2099').click({ modifiers: ['Shift'] })
  await expect.element(bar).toHaveTextContent('2,098 selected')

  await press(bar.getByRole('button', { name: 'Select all 2,100 that match' }), '{Enter}')
  await expect.element(bar).toHaveTextContent('2,100 selected')
  await expect.element(bar).toHaveFocus()
  await expectCount(page.getByRole('status').filter({ hasText: '2,100 selected' }), 1)
  await expectResting(
    bar.getByRole('button', { name: 'Delete' }),
    'You can delete at most 2,000 records at once.',
  )

  await box('Register 2099').click()
  await expect.element(bar).toHaveTextContent('2,099 selected')
  await bar.getByRole('button', { name: 'Change status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  const preview = page.getByRole('alertdialog')
  await expectText(preview.getByRole('status'), '2,099 of 2,099 selected records will change.')
  await preview.getByRole('button', { name: 'Change', exact: true }).click()
  await expectToast('Changed: 2,099 records')
  const active = { text: '', statuses: ['active'], owners: [], gaps: [], order: null }
  const left = await workspace.systems.find(active, 0)
  expect(left.items.map(({ name }) => name)).toEqual(['Register 2099'])
})
