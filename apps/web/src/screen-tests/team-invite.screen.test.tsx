import { AccountMissing } from '@cairn/workspace/errors'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { card, expectGone, expectTexts, expectToast } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const dialog = page.getByRole('dialog', { name: 'Add Team Member' })
const field = (label: string) => dialog.getByLabelText(label)
const send = () => dialog.getByRole('button', { name: 'Send Invitation' }).click()

async function openInvite(workspace = membersWorkspace()) {
  await openApp('/team', { as: ADA, workspace })
  await page.getByRole('button', { name: 'Add Team Member' }).click()
  await expect.element(dialog).toBeVisible()
}

/** Enters a person into the dialog. */
async function fill(): Promise<void> {
  await field('Email').fill('nina@works.example')
  await field('Name').fill('Nina')
  await field('Job Role').fill('Designer')
  await field('Department').fill('Studio')
}

it('[TEAM-21, 22, INV-33, 34, 35, 36, 37, 38, 39] asks for all it needs, and begins again where it is given up', async () => {
  await openInvite()
  expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(425)
  await expect.element(field('Permission Level')).toHaveValue('viewer')
  await expectTexts(field('Permission Level').getByRole('option'), ['Viewer', 'User', 'Manager', 'Admin'])
  await send()
  for (const [label, message] of [
    ['Email', /Please enter a valid email address/],
    ['Name', /Name is required/],
    ['Job Role', /Job role is required/],
    ['Department', /Department is required/],
  ] as const)
    await expect.element(field(label)).toHaveAccessibleDescription(expect.stringMatching(message))
  await expectAccessible('invite dialog with complaints')
  await fill()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add Team Member' }).click()
  await expect.element(field('Email')).toHaveValue('')
  await expect.element(field('Email')).not.toHaveAccessibleDescription(expect.stringMatching(/valid/))
})

it('[INV-48, 49, 50] sends what was entered, and says so', async () => {
  const workspace = membersWorkspace()
  const sent = vi.spyOn(workspace.invitations, 'send').mockResolvedValue()
  await openInvite(workspace)
  await fill()
  await field('Permission Level').selectOptions('Manager')
  await send()
  await expectToast('Team member invited', "An invitation has been sent to the user's email.")
  await expectGone(dialog)
  expect(sent).toHaveBeenCalledWith({
    email: 'nina@works.example',
    name: 'Nina',
    jobRole: 'Designer',
    department: 'Studio',
    permissionLevel: 'manager',
  })
})

describe('an invitation that does not work', () => {
  it('[INV-41, 42, 44, 47, DIS-41] says why, and keeps the form', async () => {
    const workspace = membersWorkspace()
    const sent = vi.spyOn(workspace.invitations, 'send')
    const taken = 'A user with this email already exists in the system.'
    sent.mockRejectedValueOnce(refusal(taken, 'conflict', 'invitation.user_exists'))
    sent.mockRejectedValueOnce(refusal('Wait a minute.'))
    await openInvite(workspace)
    await fill()
    await send()
    await expectToast('User already exists', taken)
    await expect.element(field('Email')).toHaveValue('nina@works.example')
    await send()
    await expectToast('Error adding team member', 'Wait a minute.')
    await expect.element(field('Name')).toHaveValue('Nina')
  })

  it('[INV-45, 46] says so where the account cannot be told', async () => {
    const workspace = membersWorkspace()
    const sent = vi.spyOn(workspace.invitations, 'send')
    sent.mockRejectedValueOnce(refusal('Invalid account ID'))
    sent.mockRejectedValueOnce(refusal('Could not find account information'))
    await openInvite(workspace)
    await fill()
    for (const message of ['Invalid account ID', 'Could not find account information']) {
      await send()
      await expectToast('Error adding team member', message)
    }
    await expect.element(field('Name')).toHaveValue('Nina')
  })

  it('says that there is no account where there is none', async () => {
    const workspace = membersWorkspace()
    vi.spyOn(workspace.invitations, 'send').mockRejectedValue(new AccountMissing(null))
    await openInvite(workspace)
    await fill()
    await send()
    await expectToast('Error adding team member', 'User or account information is missing')
  })

  it('[INV-67] keeps the form of an admin whose level was lowered meanwhile, and says why', async () => {
    const workspace = membersWorkspace()
    const why = refusal('Only account owners can manage invitations.', 'refused', 'invitation.owners_only')
    vi.spyOn(workspace.invitations, 'send').mockRejectedValue(why)
    await openInvite(workspace)
    await fill()
    await field('Permission Level').selectOptions('Manager')
    await send()
    await expectToast('Access Restricted', 'Only account owners can manage invitations.')
    for (const [label, value] of [
      ['Email', 'nina@works.example'],
      ['Name', 'Nina'],
      ['Job Role', 'Designer'],
      ['Department', 'Studio'],
      ['Permission Level', 'manager'],
    ] as const)
      await expect.element(field(label)).toHaveValue(value)
  })
})

it('[INV-52, 53, PERM-25, PERM-27, DIS-33, DIS-42, PERM-31] lets nobody invite who is no owner, and says why', async () => {
  await openApp('/team', { as: mia('manager') })
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await expectGone(page.getByRole('button', { name: 'Add Team Member' }))
  await openApp('/profile', { as: mia('manager') })
  const invitations = card('Invitation Management')
  for (const text of ['Access Denied', 'Only account owners can manage invitations.'])
    await expect.element(invitations.getByText(text, { exact: true })).toBeVisible()
  await expectGone(invitations.getByRole('listitem'))
  await expectGone(invitations.getByRole('button', { name: 'Clean up expired' }))
})
