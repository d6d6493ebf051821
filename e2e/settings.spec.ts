import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { expectResting, keepSignInAs, REFUSED_REQUEST, refuse, sent } from './support/systems.ts'
import { continueAsGuest, expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Settings' }).getByRole('tab', { name })

test('[SET-01, 02, 03] an admin sets up notifications and features', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto('/settings')
  await expect(page.getByRole('tablist', { name: 'Settings' }).getByRole('tab')).toHaveText([
    'Notifications',
    'Security',
    'Appearance',
    'Connections',
    'Assistants',
    'Features',
    'Fields',
    'Tags',
    'API Tokens',
    'Webhooks',
    'Archive',
    'Licenses',
  ])

  await expect(tab(page, 'Notifications')).toHaveAttribute('aria-selected', 'true')

  await test.step('[SET-04, 05, 06, 07, CALL-50, GAP-21] notifications', async () => {
    const boxes = page.getByRole('checkbox')
    await expect(boxes).toHaveCount(4)
    for (const [index, checked] of [true, true, true, false].entries())
      await expect(boxes.nth(index)).toBeChecked({ checked })
    await page.getByRole('checkbox', { name: 'Email notifications' }).uncheck()
    const stored = sent(page, 'POST', 'notification_preferences')
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    await expectToast(page, 'Preferences updated', 'Your notification preferences have been updated.')
    expect((await stored).postDataJSON()).toMatchObject({
      email: false,
      push: true,
      mentions: true,
      weekly_digest: false,
    })
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Email notifications' })).not.toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Push notifications' })).toBeChecked()
  })

  await test.step('[SET-21, 22, 24, 27, 28, 31, 39] [SET-32, 33, 34, CALL-48, 49] features', async () => {
    await tab(page, 'Features').click()
    await expect(page).toHaveURL('/settings?tab=features')
    const agents = page.getByRole('switch', { name: 'AI Agents' })
    const rows = page.getByRole('list', { name: 'Features' }).getByRole('listitem')
    const names = ['Systems', 'Automations', 'AI Agents', 'Solutions', 'Knowledge Base', 'Q&A Forum']
    await expect(rows).toHaveText(names.map((name) => new RegExp(`^${name}`)))
    for (const name of names.slice(0, 4)) await expect(page.getByRole('switch', { name })).toBeChecked()
    for (const row of [rows.nth(4), rows.nth(5)]) {
      await expect(row.getByText('Coming Soon', { exact: true })).toBeVisible()
      await expect(row.getByRole('switch')).toHaveCount(0)
    }
    const menuEntry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' })
    await agents.click()
    await expect(menuEntry).toBeVisible()
    const stored = sent(page, 'POST', 'app_features')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Settings saved', 'Application feature settings have been updated successfully.')
    expect((await stored).postDataJSON()).toMatchObject({ feature_name: 'agents', enabled: false })
    await expect(menuEntry).toHaveCount(0)
    const changed = sent(page, 'PATCH', 'app_features')
    await agents.click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect((await changed).postDataJSON()).toMatchObject({ enabled: true })
    await expect(menuEntry).toBeVisible()
    await expectAccessible(page, 'features')
  })

  await test.step('[SET-42] licences', async () => {
    await tab(page, 'Licenses').click()
    await expect(page.getByRole('heading', { name: 'License Management' })).toBeVisible()
    await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible()
  })
})

test('[SET-09, 10, 16, CALL-25, 51, GAP-22] an admin gives the account a name, a description and a logo', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'admin')
  await page.goto('/settings?tab=appearance')
  const form = page.getByRole('form', { name: 'Account Appearance' })
  await form.getByLabel('Account Name').fill('')
  await form.getByLabel('Logo URL').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save Appearance' }).click()
  await expect(form.getByText('Account name is required')).toBeVisible()
  await expect(form.getByText('Enter a logo address that begins with https://.')).toBeVisible()
  await expect(form.getByLabel('Account Name')).toBeFocused()
  await form.getByLabel('Account Name').fill('Example & Co')
  await form.getByLabel('Description').fill('What we run.')
  await form.getByLabel('Logo URL').fill('')
  await expectAccessible(page, 'appearance of the account')
  await form.getByRole('button', { name: 'Save Appearance' }).click()
  await expectToast(page, 'Appearance updated', 'Your appearance settings have been updated.')
  await expect(page.getByRole('banner').getByText('Example & Co')).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Description')).toHaveValue('What we run.')
  await expect(page.getByRole('banner').getByText('Example & Co')).toBeVisible()
})

test.describe('a change that the server refuses', () => {
  test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

  test('[SET-08, 17, 40] is reported, and the entered values stay', async ({ page, organisation }) => {
    await keepSignInAs(page, organisation, 'admin')
    await page.goto('/settings')
    await refuse(page, 'POST', 'notification_preferences', 'Not on a Sunday.')
    await page.getByRole('checkbox', { name: 'Mentions' }).uncheck()
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    await expectToast(page, 'Error', 'Failed to update notification preferences.')
    await expect(page.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked()

    await refuse(page, 'POST', 'app_features', 'Not on a Sunday.')
    await tab(page, 'Features').click()
    await page.getByRole('switch', { name: 'Systems' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Error', 'Failed to save feature settings.')
    await expect(page.getByRole('switch', { name: 'Systems' })).not.toBeChecked()

    await refuse(page, 'POST', 'appearance_settings', 'Not on a Sunday.')
    await tab(page, 'Appearance').click()
    await page.getByLabel('Description').fill('Ours.')
    await page.getByRole('button', { name: 'Save Appearance' }).click()
    await expectToast(page, 'Error', 'Failed to update appearance settings.')
    await expect(page.getByLabel('Description')).toHaveValue('Ours.')
  })
})

test('[SET-12, 13, 35, 36, DIS-06] a user who is no admin sees the settings, and learns who may change them', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  await page.goto('/settings?tab=features')
  const features = 'Features can only be managed by administrators.'
  await expect(page.getByText(features)).toBeVisible()
  await expectResting(page.getByRole('switch', { name: 'Systems' }), features)
  await expectResting(page.getByRole('button', { name: 'Save Changes' }), features)
  await tab(page, 'Appearance').click()
  const appearance = 'Only administrators can modify appearance settings.'
  await expect(page.getByText(appearance)).toBeVisible()
  await expect(page.getByLabel('Account Name')).toBeDisabled()
  await expectResting(page.getByRole('button', { name: 'Save Appearance' }), appearance)
})

test('[GUEST-15, 17, 18, 19, SET-14, 15, 37, 38] a guest sees the settings, and saves nothing', async ({
  page,
}) => {
  await continueAsGuest(page)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(
    page,
    'Guest Mode',
    "Notification preferences aren't saved in guest mode. Please sign up for full access.",
  )
  await tab(page, 'Features').click()
  const note = 'Please log in with an admin account to manage the features.'
  await expect(page.getByText(note)).toBeVisible()
  await expectResting(page.getByRole('switch', { name: 'Systems' }), note)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(
    page,
    'Guest Mode',
    "Feature settings aren't saved in guest mode. Please sign up for full access.",
  )
  await tab(page, 'Appearance').click()
  const button = page.getByRole('button', { name: 'Save Appearance' })
  await expectResting(button, 'Appearance settings cannot be changed in guest mode.')
  // Saves in a way that bypasses the button, as a browser's extension could.
  await page
    .getByRole('form', { name: 'Account Appearance' })
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await expectToast(
    page,
    'Guest Mode',
    "Appearance settings aren't saved in guest mode. Please sign up for full access.",
  )
})
