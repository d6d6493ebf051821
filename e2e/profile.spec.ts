import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { heldBack } from './support/browser.ts'
import { keepSignInAs, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { expect, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const PICTURE = 'https://pictures.example/mia.svg?size=64#face'

/** Replaces the site that has the picture. */
async function showPicture(page: Page): Promise<void> {
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
}

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
