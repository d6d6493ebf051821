import { DEFAULT_FEATURES } from '@cairn/workspace/rules/features'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { expectAddress, expectGone, expectText, expectTexts } from './support/look.ts'
import { ADA } from './support/people.ts'
import { membersWorkspace } from './support/workspace.ts'

const title = page.getByRole('main').getByRole('heading', { level: 1 })
const menu = page.getByRole('navigation', { name: 'Main' })

/** Opens each address as a guest, and looks for its screen inside of the shell. */
async function expectScreens(screens: readonly (readonly [path: string, heading: string])[]): Promise<void> {
  for (const [path, heading] of screens) {
    await openApp(path)
    await expectText(title, heading)
    await expect.element(page.getByRole('banner')).toBeVisible()
    await expect.element(menu).toBeVisible()
  }
}

it('[SHELL-03, 08, 09, 10, 11, 12, 13] shows the dashboard and each catalogue at their addresses', async () => {
  await expectScreens([
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/systems', 'Systems'],
    ['/solutions', 'Solutions'],
    ['/automations', 'Automations'],
    ['/agents', 'Agents'],
  ])
})

it('[SHELL-03, 14, 15, 16, 17, 18, 19] shows every other screen at its address', async () => {
  await expectScreens([
    ['/team', 'Team Directory'],
    ['/team/5d1c1a52-6c1e-4f3a-9d3f-0c5f6f4b2a11', 'User Not Found'],
    ['/profile', 'Profile'],
    ['/search', 'Search'],
    ['/settings', 'Settings'],
    ['/settings/connections', 'Settings'],
    ['/notifications', 'Inbox'],
  ])
})

it('leads former addresses to the screens that took their place', async () => {
  for (const [former, present, heading] of [
    ['/acts', '/activity', 'Bulk changes · Activity'],
    ['/bin?kind=system', '/activity?show=bin&kind=system', 'Bin · Activity'],
    ['/found?state=ignored#top', '/discovery?state=ignored#top', 'Discovery'],
    ['/acts/one', '/activity/one', 'There is no such bulk change'],
  ] as const) {
    await openApp(former)
    await expectAddress(present)
    await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
})

for (const { numbers, paths, heading, text } of [
  {
    numbers: '[SHELL-20, KNOW-01, 02, 03, 04, 05, 06]',
    paths: ['/questions', '/questions/new', '/questions/17'],
    heading: 'Q&A Forum',
    text: 'The Q&A forum feature is coming soon! Ask and answer questions within your team.',
  },
  {
    numbers: '[SHELL-21, KNOW-07, 08, 11, DIS-09]',
    paths: ['/knowledge', '/knowledge/create'],
    heading: 'Knowledge Base',
    text: 'The knowledge base feature is coming soon! Store and share team knowledge.',
  },
  {
    numbers: '[SHELL-22, KNOW-09, 10, DIS-08]',
    paths: ['/processes'],
    heading: 'Process Management',
    text: 'The process management feature is coming soon! Create and manage business processes with flowcharts.',
  },
])
  it(`${numbers} says that ${heading} is coming soon`, async () => {
    for (const path of paths) {
      await openApp(path)
      await expectText(title, heading)
      for (const said of [text, 'Coming soon', 'This feature is under development.'])
        await expect.element(page.getByText(said, { exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expectAddress('/dashboard')
  })

/** Waits for the word that a feature is switched off. */
async function expectDisabled(feature: string): Promise<void> {
  const text = `The ${feature} feature is currently disabled. Please contact your administrator.`
  await expectText(title, 'Feature Disabled')
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
}

it('[SHELL-25, 26, 27, DIS-07, 11, 24] says that a feature is disabled at an unknown address below it', async () => {
  for (const [path, feature] of [
    ['/knowledge/17', 'Knowledge Base'],
    ['/questions/17/edit', 'Q&A'],
    ['/systems/17/edit', 'Systems'],
    ['/processes/17', 'Processes'],
  ] as const) {
    await openApp(path)
    await expectDisabled(feature)
  }
})

it('[SHELL-23, 28, 29] finds nothing at any other address', async () => {
  await openApp('/nowhere')
  await expect.element(page.getByText('404', { exact: true })).toBeVisible()
  await expectText(title, 'Page Not Found')
  const text = "The page you're looking for doesn't exist or has been moved."
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expectAddress('/')
  await expectText(title, 'Dashboard')
})

it('[SHELL-24, 26] names a feature that the navigation calls disabled', async () => {
  await openApp('/nowhere', { state: { usr: { disabledFeature: 'Time Travel' } } })
  await expectDisabled('Time Travel')
})

it('[SHELL-30, 43, 44, 45, DIS-25] takes a switched-off feature out of the menu, and says so at its address', async () => {
  const workspace = membersWorkspace()
  const off = { systems: false, automations: false, agents: false, solutions: false }
  const list = vi.spyOn(workspace.features, 'list').mockResolvedValue({ ...DEFAULT_FEATURES, ...off })
  await openApp('/', { as: ADA, workspace })
  const entries = menu.getByRole('link')
  await expectTexts(entries, ['Inbox', 'Dashboard', 'Team', 'Settings'])
  await openApp('/settings/connections?section=agents', { as: ADA, workspace })
  const agents = 'The Agents feature is currently disabled. Please contact your administrator.'
  await expect.element(page.getByText(agents, { exact: true })).toBeVisible()
  for (const feature of ['Systems', 'Automations', 'Agents', 'Solutions'] as const) {
    const path = `/${feature.toLowerCase()}`
    list.mockResolvedValue({ ...DEFAULT_FEATURES, ...off })
    await openApp(path, { as: ADA, workspace })
    await expectDisabled(feature)
    list.mockResolvedValue({ ...DEFAULT_FEATURES, ...off, [feature.toLowerCase()]: true })
    await openApp(path, { as: ADA, workspace })
    await expectText(title, feature)
    await expect.element(entries.filter({ hasText: feature })).toBeVisible()
  }
})

it('[SHELL-02, 03] shows only signing in outside of the shell', async () => {
  await openApp('/')
  await expect.element(page.getByRole('banner')).toBeVisible()
  await expect.element(menu).toBeVisible()
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expectGone(page.getByRole('banner'))
  await expectGone(menu)
  await openApp('/', { as: ADA })
  await expect.element(page.getByRole('banner')).toBeVisible()
  await expect.element(menu).toBeVisible()
})

it('[SHELL-04, 06] sends a visitor to the sign-in page, and Back does not lead in a circle', async () => {
  await openApp('/auth?tab=sign-up', { as: 'visitor' })
  await expect.element(page.getByLabelText('First Name')).toBeVisible()
  for (const path of ['/systems', '/team/17', '/nowhere']) {
    await openApp(path, { as: 'visitor' })
    await expectAddress('/auth')
    await expect.element(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    history.back()
    await expectAddress('/auth?tab=sign-up')
  }
})
