import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { REFUSED_REQUEST, refuse, sent, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, PASSWORD, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test('[PROF-01, 02, 03, 06, 07, 08, 09, 10, 11, 12, 14, 15, 16, 17, 20, 26, 28, CALL-46, DIS-43] somebody changes their profile', async ({
  page,
  organisation,
}) => {
  const { me } = await signInAs(page, organisation, 'user')
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await expect(page.getByText('Role: Not specified')).toBeVisible()
  await expect(page.getByText('Permission: User')).toBeVisible()
  await expect(page.getByText('Your current permission level is User')).toBeVisible()
  await expect(page.getByText('Contact your administrator to request permission changes.')).toBeVisible()
  await expect(page.locator('#main').getByText(me.email)).toBeVisible()

  const form = page.getByRole('form', { name: 'Your Profile' })
  await expect(form.getByLabel('Department')).toHaveAttribute('placeholder', 'Engineering, Marketing, etc.')
  await form.getByLabel('Name').fill('Mia Example')
  await form.getByLabel('Job Role').selectOption('Designer')
  await form.getByLabel('Bio').fill('Draws.')
  await expectAccessible(page, 'profile')
  const request = sent(page, 'PATCH', 'profiles')
  await form.getByRole('button', { name: 'Save Profile' }).click()
  await expectToast(page, 'Profile updated', 'Your profile has been updated successfully.')
  expect((await request).postDataJSON()).toEqual({ name: 'Mia Example', job_role: 'Designer', bio: 'Draws.' })
  await expect(page.getByText('Role: Designer')).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByRole('menu')).toContainText('Mia Example')
})

test('[PROF-29, 30, 31, 33, GAP-21] somebody decides what teammates see, and what they want to be told', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'viewer')
  await page.goto('/profile')
  const save = page.getByRole('button', { name: 'Save Privacy Settings' })
  const bio = page.getByRole('switch', { name: 'Bio visible to teammates' })
  await expect(page.getByRole('switch')).toHaveCount(4)
  await expect(bio).not.toBeChecked()
  await expect(save).toBeDisabled()
  await bio.click()
  await save.click()
  await expectToast(page, 'Privacy Settings Updated')
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

  test('[PROF-05, SEC-18, 22, 30, 33, 34, CALL-82, GAP-20] is changed by who knows the present one, and not to an earlier one', async ({
    page,
    organisation,
  }) => {
    await signInAs(page, organisation, 'viewer')
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Current password is required')).toBeVisible()
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

  test('[PROF-19, 21, 22, 23, 34] is told of, and the session stands in for a profile that cannot be read', async ({
    page,
    organisation,
  }) => {
    const { me } = await signInAs(page, organisation, 'user')
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
