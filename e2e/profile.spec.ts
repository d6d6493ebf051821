import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack } from './support/browser.ts'
import { card } from './support/cards.ts'
import { fact } from './support/records.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { continueAsGuest, expect, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const PICTURE = 'https://pictures.example/mia.svg?size=64#face'

/** Replaces the site that has the picture. */
async function showPicture(page: Page): Promise<void> {
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
}

test('[PROF-01, 02, 03, 06, 07, 08, 09] the profile begins with the identity of the user', async ({
  page,
  cairn,
  organisation,
}) => {
  await showPicture(page)
  const { me } = await keepSignInAs(page, organisation, 'user')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  const summary = card(page, 'Profile')
  await test.step('missing details are named as such', async () => {
    await expect(page.getByText('Role: Not specified', { exact: true })).toBeVisible()
    await expect(page.getByText('Permission: User', { exact: true })).toBeVisible()
    await expect(summary.getByText('Your account details', { exact: true })).toBeVisible()
    await expect(fact(summary, 'Job Role')).toHaveText('Not specified')
    await expect(fact(summary, 'Department')).toHaveText('Not specified')
  })
  await test.step('stored details show', async () => {
    await cairn.database`
      update public.profiles set job_role = 'Designer', department = 'Studio', avatar = ${PICTURE} where id = ${me.id}`
    await page.reload()
    await expect(summary.getByText(me.name, { exact: true })).toBeVisible()
    await expect(summary.getByText(me.email, { exact: true })).toBeVisible()
    await expect(summary.locator(`img[src="${PICTURE}"]`)).toBeAttached()
    await expect(fact(summary, 'Job Role')).toHaveText('Designer')
    await expect(fact(summary, 'Department')).toHaveText('Studio')
    await expect(fact(summary, 'Permission')).toHaveText('User')
    await expect(page.getByText('Role: Designer', { exact: true })).toBeVisible()
  })
})

test('[PROF-04, 10, 11, 12, 13, 14, 15, 16] the profile form has its fields and job roles', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'user')
  await page.goto('/profile')
  await expect(
    card(page, 'Your Profile').getByText('Update your personal information', { exact: true }),
  ).toBeVisible()
  const form = page.getByRole('form', { name: 'Your Profile' })
  await expect(form.getByLabel('Job Role').getByRole('option')).toHaveText([
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
  await expect(form.getByLabel('Department')).toHaveAttribute('placeholder', 'Engineering, Marketing, etc.')
  await expect(form.getByLabel('Avatar URL')).toHaveJSProperty('type', 'text')
  for (const field of ['Name', 'Bio']) await expect(form.getByLabel(field)).toBeEditable()
})

test('[PROF-17, 18, 20, CALL-46, DIS-43] a changed profile is saved and shows everywhere', async ({
  page,
  organisation,
}) => {
  await showPicture(page)
  await keepSignInAs(page, organisation, 'user')
  await page.goto('/profile')
  const form = page.getByRole('form', { name: 'Your Profile' })
  await form.getByLabel('Name').fill('Mia Example')
  await form.getByLabel('Job Role').selectOption('Designer')
  await form.getByLabel('Bio').fill('Draws.')
  await form.getByLabel('Avatar URL').fill(PICTURE)
  await expectAccessible(page, 'profile')
  const request = sent(page, 'PATCH', 'profiles')
  const release = await heldBack(page, '**/rest/v1/profiles**')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expect(form.getByRole('button', { name: 'Saving...', exact: true })).toBeVisible()
  release()
  await expectToast(page, 'Profile updated', 'Your profile has been updated successfully.')
  expect((await request).postDataJSON()).toEqual({
    name: 'Mia Example',
    job_role: 'Designer',
    bio: 'Draws.',
    avatar: PICTURE,
  })
  await expect(page.getByText('Role: Designer')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toContainText('Mia Example')
})

for (const [level, label, description] of [
  ['viewer', 'Viewer', 'Can view content but cannot make changes.'],
  ['user', 'User', 'Can view and create content.'],
  ['manager', 'Manager', 'Can view, create, and manage content and users.'],
  ['admin', 'Admin', 'Has full access to all features.'],
] as const) {
  test(`[PROF-26, 28, PERM-08, OPEN-09] the permissions card says what a level of ${level} may do`, async ({
    page,
    organisation,
  }) => {
    await keepSignInAs(page, organisation, level)
    await page.goto('/profile')
    const permissions = card(page, 'Permissions')
    await expect(
      permissions.getByText(`Your current permission level is ${label}`, { exact: true }),
    ).toBeVisible()
    await expect(permissions.getByText(description, { exact: true })).toBeVisible()
    await expect(
      permissions.getByText('Contact your administrator to request permission changes.', { exact: true }),
    ).toBeVisible()
  })
}

test('[PROF-29, 30, 31, 33, CALL-70, GAP-21] a user decides what teammates see, and which notifications they want', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'viewer')
  await page.goto('/profile')
  const save = page.getByRole('button', { name: 'Save Privacy Settings' })
  const bio = page.getByRole('switch', { name: 'Bio visible to teammates' })
  await expect(page.getByRole('switch')).toHaveCount(4)
  await expect(bio).not.toBeChecked()
  await expect(save).toBeDisabled()
  await bio.click()
  const request = sent(page, 'POST', 'rpc/update_privacy_settings')
  await save.click()
  await expectToast(page, 'Privacy Settings Updated')
  expect((await request).postDataJSON()).toEqual({
    email_visible: expect.any(Boolean),
    bio_visible: true,
    job_visible: expect.any(Boolean),
    department_visible: expect.any(Boolean),
  })
  await expect(save).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Weekly digest' }).check()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(page, 'Preferences updated')
  await page.reload()
  await expect(bio).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Weekly digest' })).toBeChecked()
})

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Change Password' })
  await form.getByLabel('Current Password').fill(current)
  await form.getByLabel('New Password', { exact: true }).fill(next)
  await form.getByLabel('Confirm New Password').fill(next)
  await form.getByRole('button', { name: 'Update Password' }).click()
}

test.describe('a password', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[PROF-05, SEC-18, 23, 30, 33, 34] [CALL-82, GAP-20] is changed by a user who knows the present one, and not to an earlier one', async ({
    page,
    organisation,
  }) => {
    await keepSignInAs(page, organisation, 'viewer')
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Current password is required')).toBeVisible()
    await changePassword(page, 'Another-password-1!', 'Another-password-1!')
    await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
      /New password must be different from current password/,
    )
    await changePassword(page, 'not the password', 'Another-password-1!')
    await expectToast(page, 'Error updating password')
    await changePassword(page, PASSWORD, 'Another-password-1!')
    await expectToast(page, 'Password updated', 'You may be signed out of other devices.')
    await expect(page.getByLabel('Current Password')).toHaveValue('')
    await changePassword(page, 'Another-password-1!', 'Yet-another-one-2!')
    await expect(page.getByLabel('Current Password')).toHaveValue('')
    await changePassword(page, 'Yet-another-one-2!', 'Another-password-1!')
    await expectToast(page, 'Password Previously Used')
  })
})

test.describe('a server that refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[PROF-19, 21, 22, 23, 34] is reported, and the session replaces a profile that cannot be read', async ({
    page,
    organisation,
  }) => {
    const { me } = await keepSignInAs(page, organisation, 'user')
    await page.goto('/profile')
    const form = page.getByRole('form', { name: 'Your Profile' })
    await form.getByLabel('Avatar URL').fill('nothing')
    await form.getByRole('button', { name: 'Save Profile' }).click()
    await expectToast(
      page,
      'Error updating profile',
      'Avatar must be a web address (https or http) of at most 2,048 characters.',
    )
    await expect(form.getByLabel('Avatar URL')).toHaveValue('nothing')
    await refuse(page, 'POST', 'rpc/update_privacy_settings', 'Not on a Sunday.')
    await page.getByRole('switch', { name: 'Email visible to teammates' }).click()
    await page.getByRole('button', { name: 'Save Privacy Settings' }).click()
    await expectToast(page, 'Error', 'Not on a Sunday.')

    await refuse(page, 'POST', 'rpc/get_my_profile', 'Not on a Sunday.')
    let asked = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/rpc/get_my_profile')) asked += 1
    })
    await page.reload()
    await expect(page.getByText('Your profile could not be loaded.')).toBeVisible()
    expect(asked).toBe(3)
    await expect(form.getByLabel('Name')).toHaveValue(me.email.split('@')[0] ?? '')
    await expect(page.getByText('Your privacy settings could not be loaded')).toBeVisible()
  })
})

test('[GUEST-15, 16, 20, SEC-25, PROF-27, 32] a guest has a profile to look at, and saves nothing', async ({
  page,
}) => {
  await continueAsGuest(page)
  await page.goto('/profile')
  await page.getByLabel('Department').fill('Engineering')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(
    page,
    'Guest Mode',
    "Profile changes aren't saved in guest mode. Please sign up for full access.",
  )
  await expect(page.getByLabel('Department')).toHaveValue('Engineering')
  await expect(page.getByText('Privacy settings are not available in guest mode.')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expect(
    page.getByText('Guest users are limited to Viewer permissions. Sign up for full access.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(
    page,
    "Notification preferences aren't saved in guest mode. Please sign up for full access.",
  )
  await changePassword(page, 'Anything-at-all-1!', 'Another-password-1!')
  await expectToast(
    page,
    'Guest Mode',
    "Password changes aren't saved in guest mode. Please sign up for full access.",
  )
})
