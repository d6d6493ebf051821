import { AccessError } from '@cairn/workspace/errors'
import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { OwnProfile } from '@cairn/workspace/port/profile'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import { heldBack } from './support/held-back.ts'
import { card, expectCount, expectGone, expectText, expectTexts, expectToast, fact } from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const me = mia('user')
const form = page.getByRole('form', { name: 'Your Profile' })

/** A workspace in which the user has told something of themselves, and changes it. */
function withProfile(told: Partial<OwnProfile> = {}): Workspace {
  const workspace = membersWorkspace({ people: [ADA, me] })
  let kept: OwnProfile = {
    email: me.email,
    name: me.name,
    avatarUrl: '',
    bio: '',
    jobRole: '',
    department: '',
    privacy: { email: false, bio: false, job: true, department: true },
    ...told,
  }
  vi.spyOn(workspace.profile, 'mine').mockImplementation(async () => kept)
  vi.spyOn(workspace.profile, 'save').mockImplementation(async (changed) => {
    kept = { ...kept, ...changed }
  })
  vi.spyOn(workspace.profile, 'savePrivacy').mockImplementation(async (privacy) => {
    kept = { ...kept, privacy }
  })
  return workspace
}

describe('[PROF-01, 02, 03, 06, 07, 08, 09] the profile begins with who one is', () => {
  const summary = card('Profile')

  it('and says what is missing', async () => {
    await openApp('/profile', { as: me, workspace: withProfile() })
    await expect.element(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
    await expect.element(page.getByText('Role: Not specified', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Permission: User', { exact: true })).toBeVisible()
    await expect.element(summary.getByText('Your account details', { exact: true })).toBeVisible()
    await expectText(fact(summary, 'Job Role'), 'Not specified')
    await expectText(fact(summary, 'Department'), 'Not specified')
  })

  it('and shows what is there', async () => {
    const avatarUrl = `${location.origin}/favicon.svg#face`
    const workspace = withProfile({ jobRole: 'Designer', department: 'Studio', avatarUrl })
    await openApp('/profile', { as: me, workspace })
    await expect.element(summary.getByText(me.name, { exact: true })).toBeVisible()
    await expect.element(summary.getByText(me.email, { exact: true })).toBeVisible()
    await expect.element(summary.getByCss(`img[src="${avatarUrl}"]`)).toBeInTheDocument()
    await expectText(fact(summary, 'Job Role'), 'Designer')
    await expectText(fact(summary, 'Department'), 'Studio')
    await expectText(fact(summary, 'Permission'), 'User')
    await expect.element(page.getByText('Role: Designer', { exact: true })).toBeVisible()
  })
})

it('[PROF-04, 10, 11, 12, 13, 14, 15, 16] has its fields and job roles in the form', async () => {
  await openApp('/profile', { as: me, workspace: withProfile() })
  const text = 'Update your personal information'
  await expect.element(card('Your Profile').getByText(text, { exact: true })).toBeVisible()
  await expectTexts(form.getByLabelText('Job Role').getByRole('option'), [
    /./,
    'Software Engineer',
    'Product Manager',
    'Designer',
    'Marketing',
    'Sales',
    'Customer Support',
    'Operations',
    'Finance',
    'HR',
    'CEO',
    'CTO',
    'Other',
  ])
  await expect
    .element(form.getByLabelText('Department'))
    .toHaveAttribute('placeholder', 'Engineering, Marketing, etc.')
  await expect.element(form.getByLabelText('Avatar URL')).toHaveProperty('type', 'text')
  for (const field of ['Name', 'Bio']) await expect.element(form.getByLabelText(field)).toBeEnabled()
})

it('[PROF-17, 18, 20, DIS-43] saves a changed profile and shows it', async () => {
  const workspace = withProfile()
  const { answer, release } = heldBack(() => undefined)
  const save = vi.mocked(workspace.profile.save)
  const keep = save.getMockImplementation()
  save.mockImplementation(async (changed) => {
    await answer()
    await keep?.(changed)
  })
  const { access } = await openApp('/profile', { as: me, workspace })
  await form.getByLabelText('Name').fill('Mia Example')
  await form.getByLabelText('Job Role').selectOptions('Designer')
  await form.getByLabelText('Bio').fill('Draws.')
  const avatarUrl = `${location.origin}/favicon.svg#face`
  await form.getByLabelText('Avatar URL').fill(avatarUrl)
  await expectAccessible('profile')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect.element(form.getByRole('button', { name: 'Saving...', exact: true })).toBeVisible()
  release()
  await expectToast('Profile updated', 'Your profile has been updated successfully.')
  expect(save).toHaveBeenCalledWith({ name: 'Mia Example', jobRole: 'Designer', bio: 'Draws.', avatarUrl })
  await expect.element(page.getByText('Role: Designer')).toBeVisible()
  // The server changes the session as well.
  access.announce({ event: 'updated', person: { ...me, name: 'Mia Example' } })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect.element(page.getByRole('menu')).toHaveTextContent('Mia Example')
})

for (const [level, label, description] of [
  ['viewer', 'Viewer', 'Can view content but cannot make changes.'],
  ['user', 'User', 'Can view and create content.'],
  ['manager', 'Manager', 'Can view, create, and manage content and users.'],
  ['admin', 'Admin', 'Has full access to all features.'],
] as const)
  it(`[PROF-26, 28, PERM-08, OPEN-09] says what a level of ${level} may do`, async () => {
    await openApp('/profile', { as: mia(level), workspace: withProfile() })
    const permissions = card('Permissions')
    for (const text of [
      `Your current permission level is ${label}`,
      description,
      'Contact your administrator to request permission changes.',
    ])
      await expect.element(permissions.getByText(text, { exact: true })).toBeVisible()
  })

it('[PROF-29, 30, 31, 33, GAP-21] lets somebody decide what teammates see', async () => {
  const workspace = withProfile()
  await openApp('/profile', { as: me, workspace })
  const save = page.getByRole('button', { name: 'Save Privacy Settings' })
  const bio = page.getByRole('switch', { name: 'Bio visible to teammates' })
  await expectCount(page.getByRole('switch'), 4)
  await expect.element(bio).not.toBeChecked()
  await expect.element(save).toBeDisabled()
  await bio.click()
  await save.click()
  await expectToast('Privacy Settings Updated')
  expect(workspace.profile.savePrivacy).toHaveBeenCalledWith({
    email: false,
    bio: true,
    job: true,
    department: true,
  })
  await expect.element(save).toBeDisabled()
  await expect.element(bio).toBeChecked()
})

/** Fills in the form of the password and sends it. */
async function changePassword(current: string, next: string): Promise<void> {
  const change = page.getByRole('form', { name: 'Change Password' })
  await change.getByLabelText('Current Password').fill(current)
  await change.getByLabelText('New Password', { exact: true }).fill(next)
  await change.getByLabelText('Confirm New Password').fill(next)
  await change.getByRole('button', { name: 'Update Password' }).click()
}

it('[PROF-05, SEC-18, 23, 30, 33, 34] [GAP-20] asks for the present password, and says what became of the new one', async () => {
  const workspace = withProfile()
  const change = vi.spyOn(workspace.password, 'change')
  await openApp('/profile', { as: me, workspace })
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect.element(page.getByText('Current password is required')).toBeVisible()
  await changePassword('Another-password-1!', 'Another-password-1!')
  await expect
    .element(page.getByLabelText('New Password', { exact: true }))
    .toHaveAccessibleDescription(
      expect.stringMatching(/New password must be different from current password/),
    )
  expect(change).not.toHaveBeenCalled()
  change.mockRejectedValueOnce(new AccessError(asPhrase('Wrong.'), { kind: 'refused' }))
  await changePassword('not the password', 'Another-password-1!')
  await expectToast('Error updating password')
  change.mockResolvedValueOnce({ kind: 'changed' })
  await changePassword('The-password-0!', 'Another-password-1!')
  await expectToast('Password updated', 'You may be signed out of other devices.')
  await expect.element(page.getByLabelText('Current Password')).toHaveValue('')
  change.mockResolvedValueOnce({ kind: 'used-before' })
  await changePassword('Another-password-1!', 'The-password-0!')
  await expectToast('Password Previously Used')
})

it('[PROF-19, 23, 34] tells what the server refuses, and keeps what was typed', async () => {
  const workspace = withProfile()
  vi.mocked(workspace.profile.save).mockRejectedValue(refusal('Avatar must be a web address.'))
  vi.mocked(workspace.profile.savePrivacy).mockRejectedValue(refusal('Not on a Sunday.'))
  await openApp('/profile', { as: me, workspace })
  await form.getByLabelText('Avatar URL').fill('nothing')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast('Error updating profile', 'Avatar must be a web address.')
  await expect.element(form.getByLabelText('Avatar URL')).toHaveValue('nothing')
  await page.getByRole('switch', { name: 'Email visible to teammates' }).click()
  await page.getByRole('button', { name: 'Save Privacy Settings' }).click()
  await expectToast('Error', 'Not on a Sunday.')
})

it('[SEC-38, 39, 40] says how long to wait after too many changes of the password', async () => {
  const workspace = withProfile()
  vi.spyOn(workspace.password, 'change').mockResolvedValue({ kind: 'too-often', minutes: 8 })
  await openApp('/profile', { as: me, workspace })
  await changePassword('The-password-0!', 'Another-password-1!')
  await expectToast('Rate Limit Exceeded', 'Blocked for 8 minutes')
  const text = 'Too many password change attempts. Please wait before trying again.'
  await expect.element(page.getByRole('form', { name: 'Change Password' }).getByText(text)).toBeVisible()
})

it('[PROF-21, 22] shows what the session knows where the profile cannot be read', async () => {
  const workspace = withProfile()
  vi.mocked(workspace.profile.mine).mockRejectedValue(refusal('Not on a Sunday.'))
  await openApp('/profile', { as: me, workspace })
  await expect.element(page.getByText('Your profile could not be loaded.')).toBeVisible()
  await expect.element(form.getByLabelText('Name')).toHaveValue('mia.member')
  await expect.element(page.getByText('Your privacy settings could not be loaded')).toBeVisible()
  expect(workspace.profile.mine).toHaveBeenCalledTimes(3)
})

it('[PROF-39] says that administrator privileges are needed to manage permissions', async () => {
  await openApp('/profile', { as: mia('manager'), workspace: withProfile() })
  const denied = card('Permission Management')
  for (const text of ['Access Denied', 'You need administrator privileges to manage permissions.'])
    await expect.element(denied.getByText(text, { exact: true })).toBeVisible()
})

it('[GUEST-15, 16, 20, SEC-25, PROF-27, 32] shows a guest a profile to look at, and saves nothing', async () => {
  await openApp('/profile')
  const saved = (things: string) => `${things} aren't saved in guest mode. Please sign up for full access.`
  await page.getByLabelText('Department').fill('Engineering')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast('Guest Mode', saved('Profile changes'))
  await expect.element(page.getByLabelText('Department')).toHaveValue('Engineering')
  const privacy = 'Privacy settings are not available in guest mode.'
  await expect.element(page.getByText(privacy)).toBeVisible()
  await expectGone(page.getByRole('switch'))
  const level = 'Guest users are limited to Viewer permissions. Sign up for full access.'
  await expect.element(page.getByText(level)).toBeVisible()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(saved('Notification preferences'))
  await changePassword('Anything-at-all-1!', 'Another-password-1!')
  await expectToast('Guest Mode', saved('Password changes'))
})
