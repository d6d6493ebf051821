import type { AccountAppearance } from '@cairn/workspace/port/appearance'
import type { FeatureRow } from '@cairn/workspace/port/features'
import { DEFAULT_FEATURES, featureRows } from '@cairn/workspace/rules/features'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from './support/accessible.ts'
import { openApp } from './support/app.tsx'
import { refusal } from './support/catalogue.ts'
import {
  expectAddress,
  expectCount,
  expectGone,
  expectResting,
  expectTexts,
  expectToast,
} from './support/look.ts'
import { ADA, mia } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const menu = page.getByRole('navigation', { name: 'Settings' })
const entry = (name: string) => menu.getByRole('link', { name, exact: true })

it('[SET-01, 02, 03, 04, 05, 06, 07, GAP-21] lets an admin set up notifications', async () => {
  const workspace = membersWorkspace()
  const save = vi.spyOn(workspace.preferences, 'saveNotifications').mockResolvedValue()
  await openApp('/settings', { as: ADA, workspace })
  for (const [group, pages] of Object.entries({
    You: ['Profile', 'Notifications', 'Security', 'API Tokens', 'Connected Apps'],
    Account: ['General', 'People', 'Invitations', 'Fields', 'Tags', 'Features', 'Archive', 'Licenses'],
    Integrations: ['Connections', 'Assistants', 'Webhooks', 'API', 'Sources', 'Monitoring'],
  }))
    await expectTexts(menu.getByRole('list', { name: group }).getByRole('link'), pages)
  await expect.element(entry('Notifications')).toHaveAttribute('aria-current', 'page')
  const boxes = page.getByRole('checkbox')
  await expectCount(boxes, 4)
  for (const [index, checked] of [true, true, true, false].entries())
    if (checked) await expect.element(boxes.nth(index)).toBeChecked()
    else await expect.element(boxes.nth(index)).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Email notifications' }).click()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast('Preferences updated', 'Your notification preferences have been updated.')
  expect(save).toHaveBeenCalledWith({ email: false, push: true, mentions: true, weeklyDigest: false })
})

it('[SET-21, 22, 24, 27, 28, 31, 39] [SET-32, 33, 34] lets an admin switch features', async () => {
  const workspace = membersWorkspace()
  let rows: readonly FeatureRow[] = featureRows(new Map())
  vi.spyOn(workspace.features, 'rows').mockImplementation(async () => rows)
  vi.spyOn(workspace.features, 'list').mockImplementation(async () => ({
    ...DEFAULT_FEATURES,
    ...Object.fromEntries(rows.map(({ name, enabled }) => [name, enabled])),
  }))
  const save = vi.spyOn(workspace.features, 'save').mockImplementation(async (changed) => {
    rows = rows.map((row) => changed.find(({ name }) => name === row.name) ?? row)
  })
  await openApp('/settings', { as: ADA, workspace })
  await entry('Features').click()
  await expectAddress('/settings/features')
  const agents = page.getByRole('switch', { name: 'AI Agents' })
  const items = page.getByRole('list', { name: 'Features' }).getByRole('listitem')
  const names = ['Systems', 'Automations', 'AI Agents', 'Solutions', 'Knowledge Base', 'Q&A Forum']
  await expectTexts(
    items,
    names.map((name) => new RegExp(`^${name}`)),
  )
  for (const name of names.slice(0, 4)) await expect.element(page.getByRole('switch', { name })).toBeChecked()
  for (const row of [items.nth(4), items.nth(5)]) {
    await expect.element(row.getByText('Coming Soon', { exact: true })).toBeVisible()
    await expectGone(row.getByRole('switch'))
  }
  const menuEntry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents' })
  await agents.click()
  await expect.element(menuEntry).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Settings saved', 'Application feature settings have been updated successfully.')
  expect(save).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'agents', enabled: false })])
  await expectGone(menuEntry)
  await agents.click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.element(menuEntry).toBeVisible()
  expect(save).toHaveBeenLastCalledWith([expect.objectContaining({ name: 'agents', enabled: true })])
  await expectAccessible('features')
})

it('[SET-42] says that licences are coming soon', async () => {
  await openApp('/settings/licenses', { as: ADA })
  await expect.element(page.getByRole('heading', { name: 'License Management' })).toBeVisible()
  await expect.element(page.getByText('Coming Soon', { exact: true })).toBeVisible()
})

it('[SET-09, 10, 16, GAP-22] lets an admin give the account a name, a description and a logo', async () => {
  const workspace = membersWorkspace()
  let kept: AccountAppearance | null = null
  vi.spyOn(workspace.appearance, 'read').mockImplementation(async () => kept)
  vi.spyOn(workspace.appearance, 'save').mockImplementation(async (appearance) => {
    kept = appearance
    return appearance
  })
  await openApp('/settings/general', { as: ADA, workspace })
  const form = page.getByRole('form', { name: 'Account Appearance' })
  await form.getByLabelText('Account Name').fill('')
  await form.getByLabelText('Logo URL').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Save Appearance' }).click()
  await expect.element(form.getByText('Account name is required')).toBeVisible()
  await expect.element(form.getByText('Enter a logo address that begins with https://.')).toBeVisible()
  await expect.element(form.getByLabelText('Account Name')).toHaveFocus()
  await form.getByLabelText('Account Name').fill('Example & Co')
  await form.getByLabelText('Description').fill('What we run.')
  await form.getByLabelText('Logo URL').fill('')
  await expectAccessible('appearance of the account')
  await form.getByRole('button', { name: 'Save Appearance' }).click()
  await expectToast('Appearance updated', 'Your appearance settings have been updated.')
  await expect.element(page.getByRole('banner').getByText('Example & Co')).toBeVisible()
  expect(kept).toEqual({ accountName: 'Example & Co', description: 'What we run.', logoUrl: '' })
})

it('[SET-08, 17, 40] tells what the server refuses, and keeps what was entered', async () => {
  const workspace = membersWorkspace()
  vi.spyOn(workspace.preferences, 'saveNotifications').mockRejectedValue(refusal('Not on a Sunday.'))
  vi.spyOn(workspace.features, 'save').mockRejectedValue(refusal('Not on a Sunday.'))
  vi.spyOn(workspace.appearance, 'save').mockRejectedValue(refusal('Not on a Sunday.'))
  await openApp('/settings', { as: ADA, workspace })
  await page.getByRole('checkbox', { name: 'Mentions' }).click()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast('Error', 'Failed to update notification preferences.')
  await expect.element(page.getByRole('checkbox', { name: 'Mentions' })).not.toBeChecked()

  await entry('Features').click()
  await page.getByRole('switch', { name: 'Systems' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast('Error', 'Failed to save feature settings.')
  await expect.element(page.getByRole('switch', { name: 'Systems' })).not.toBeChecked()

  await entry('General').click()
  await page.getByLabelText('Description').fill('Ours.')
  await page.getByRole('button', { name: 'Save Appearance' }).click()
  await expectToast('Error', 'Failed to update appearance settings.')
  await expect.element(page.getByLabelText('Description')).toHaveValue('Ours.')
})

it('[SET-12, 13, 35, 36, DIS-06] lets who is no admin look, and says who may change it', async () => {
  await openApp('/settings/features', { as: mia('manager') })
  const features = 'Features can only be managed by administrators.'
  await expect.element(page.getByText(features)).toBeVisible()
  await expectResting(page.getByRole('switch', { name: 'Systems' }), features)
  await expectResting(page.getByRole('button', { name: 'Save Changes' }), features)
  await openApp('/settings/general', { as: mia('manager') })
  const appearance = 'Only administrators can modify appearance settings.'
  await expect.element(page.getByText(appearance)).toBeVisible()
  await expect.element(page.getByLabelText('Account Name')).toBeDisabled()
  await expectResting(page.getByRole('button', { name: 'Save Appearance' }), appearance)
})

it('[GUEST-15, 17, 18, 19, SET-14, 15, 37, 38] shows a guest the settings, and saves nothing', async () => {
  await openApp('/settings')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(
    'Guest Mode',
    "Notification preferences aren't saved in guest mode. Please sign up for full access.",
  )
  await entry('Features').click()
  const note = 'Please log in with an admin account to manage the features.'
  await expect.element(page.getByText(note)).toBeVisible()
  await expectResting(page.getByRole('switch', { name: 'Systems' }), note)
  await page.getByRole('button', { name: 'Save Changes' }).click({ force: true })
  await expectToast(
    'Guest Mode',
    "Feature settings aren't saved in guest mode. Please sign up for full access.",
  )
  await entry('General').click()
  await expectResting(
    page.getByRole('button', { name: 'Save Appearance' }),
    'Appearance settings cannot be changed in guest mode.',
  )
  // Saving by what goes round the button: a browser's extension, say.
  const form = page.getByRole('form', { name: 'Account Appearance' }).element()
  if (form instanceof HTMLFormElement) form.requestSubmit()
  await expectToast(
    'Guest Mode',
    "Appearance settings aren't saved in guest mode. Please sign up for full access.",
  )
})

it('[SET-01] leads earlier addresses to the page of their tab, and everything else to the notifications', async () => {
  for (const [address, path, name] of [
    ['/settings?tab=appearance', '/settings/general', 'General'],
    ['/settings?tab=security&view=log', '/settings/security?view=log', 'Security'],
    ['/settings?tab=odd', '/settings/notifications', 'Notifications'],
    ['/settings/odd', '/settings', 'Notifications'],
  ] as const) {
    await openApp(address, { as: ADA })
    await expectAddress(path)
    await expect.element(entry(name)).toHaveAttribute('aria-current', 'page')
  }
})

it('offers a viewer only what they can change, and says at every other address who can', async () => {
  await openApp('/settings', { as: mia('viewer') })
  await expectTexts(menu.getByRole('link'), [
    ...['Profile', 'Notifications', 'Security', 'API Tokens', 'Connected Apps'],
    ...['Assistants', 'API'],
  ])
  for (const [name, reason] of [
    ['archive', 'Only administrators can change this.'],
    ['monitoring', 'Only administrators can change this.'],
    ['sources', 'Only managers and administrators can change this.'],
    ['invitations', 'Only account owners can manage invitations.'],
  ] as const) {
    await openApp(`/settings/${name}`, { as: mia('viewer') })
    await expect.element(page.getByText(reason)).toBeVisible()
  }
})

it('leads from page to page by a menu where there is no room at the side', async () => {
  await page.viewport(375, 740)
  await openApp('/settings/tags', { as: ADA })
  await page.getByRole('button', { name: 'Settings: Tags' }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await expectAddress('/settings/sources')
  await expect.element(page.getByLabelText('New source')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375)
  expect(document.title).toBe('Sources · Settings · Cairn')
})
