import { teamOwnerId } from '@cairn/workspace/port/records/team-owner'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { expectComplaint } from './support/complaints.ts'
import {
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
  namesIn,
  press,
  VIEWERS_CHANGE_NOTHING,
} from './support/look.ts'
import { ADA, BEN, mia } from './support/people.ts'
import { system } from './support/records.ts'
import { membersWorkspace } from './support/workspace.ts'

const badge = (label: string) => page.getByRole('banner').getByText(label, { exact: true })

/** Expects that a control says why it rests, and that pressing it opens nothing. */
async function expectNothingOpens(control: Locator, reason: string): Promise<void> {
  await expectResting(control, reason)
  await press(control, '{Enter}')
  await expectGone(page.getByRole('dialog'))
}

it('[PERM-03, 05, GAP-08] lets a user create, and change what is their own', async () => {
  const me = mia('user')
  const { workspace } = await openApp('/systems', {
    as: me,
    systems: [system({ name: 'Owned', ownerId: me.id }), system({ name: 'Strange' })],
  })
  vi.spyOn(workspace.systems, 'add').mockResolvedValue(system({ name: 'Made', createdBy: me.id }))
  await expect.element(badge('User')).toBeVisible()
  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByLabelText('System Name').fill('Made')
  await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
  await expectToast('Made has been added successfully')
  await page.getByRole('button', { name: 'Edit Owned' }).click()
  await page.getByLabelText('Description').fill('Changed.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Owned has been updated successfully')
  await expectNothingOpens(
    page.getByRole('button', { name: 'Edit Strange' }),
    'You can change only what you created or own.',
  )
  await expectNothingOpens(
    page.getByRole('button', { name: 'Delete Strange' }),
    'You can delete only what you created or own.',
  )
})

it('lets a user change what their teams own', async () => {
  const workspace = membersWorkspace({
    systems: [
      system({ name: 'Ours', ownerId: teamOwnerId('ours') }),
      system({ name: 'Theirs', ownerId: teamOwnerId('theirs') }),
    ],
  })
  vi.spyOn(workspace.teams, 'of').mockResolvedValue([{ id: 'ours', name: 'Team Finance' }])
  await openApp('/systems', { as: mia('user'), workspace })
  await expectNothingOpens(
    page.getByRole('button', { name: 'Edit Theirs' }),
    'You can change only what you created or own.',
  )
  await page.getByRole('button', { name: 'Edit Ours' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

it('[PERM-02, 03, 04, 11, 22, GAP-04, GAP-08] lets a viewer change nothing, and says why', async () => {
  await openApp('/systems', { as: mia('viewer'), systems: [system({ name: 'Payroll' })] })
  await expect.element(badge('Viewer')).toBeVisible()
  await expectTexts(namesIn('Systems'), ['Payroll'])
  for (const name of ['Add System', 'Edit Payroll', 'Delete Payroll'])
    await expectNothingOpens(page.getByRole('button', { name }).first(), VIEWERS_CHANGE_NOTHING)
})

describe('a user without an account', () => {
  const nora = mia('viewer')
  const membership = () => ({ account: null, permissionLevel: 'viewer' as const })

  it('[PERM-13, 14, 16] is a viewer of nothing', async () => {
    const workspace = membersWorkspace()
    const none = refusal('No account found for user', 'not-found')
    for (const read of ['list', 'find'] as const) vi.spyOn(workspace.systems, read).mockRejectedValue(none)
    await openApp('/systems', { as: nora, workspace, membership })
    await expect.element(badge('Viewer')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Error loading systems' })).toBeVisible()
    const reason = page.getByCss('#main').getByText('No account found for user', { exact: true })
    await expect.element(reason).toBeVisible()
  })

  it('[TEAM-43] is alone in the team, without a complaint', async () => {
    const workspace = membersWorkspace({ people: [] })
    await openApp('/team', { as: nora, workspace, membership })
    await expectTexts(page.getByRole('table').getByCss('tbody tr'), [/Mia Member.*You/])
    await expectGone(page.getByRole('alert'))
  })
})

it('[PERM-14, 15] shows an admin as a viewer where the membership cannot be read, and notes it', async () => {
  expectComplaint(/^Failed: reading the account and the permission/)
  await openApp('/', {
    as: ADA,
    membership: () => {
      throw refusal('Not on a Sunday.')
    },
  })
  await expect.element(badge('Viewer')).toBeVisible()
})

for (const { numbers, me, label } of [
  { numbers: '[PERM-03, 06]', me: mia('manager'), label: 'Manager' },
  { numbers: '[PERM-03, 07]', me: ADA, label: 'Admin' },
])
  it(`${numbers} lets a level of ${label} change what others made`, async () => {
    await openApp('/systems', { as: me, systems: [system({ name: 'Strange', createdBy: BEN.id })] })
    await expect.element(badge(label)).toBeVisible()
    await page.getByRole('button', { name: 'Edit Strange' }).click()
    await page.getByLabelText('System Name').fill('Known')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast('Known has been updated successfully')
    await page.getByRole('button', { name: 'Delete Known' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast('System deleted')
  })
