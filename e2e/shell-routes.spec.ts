import type { Page } from '@playwright/test'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** The shell around whatever screen there is. */
async function expectShell(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('complementary').getByRole('navigation', { name: 'Main' })).toBeVisible()
}

const SCREENS = [
  ['/', 'Dashboard'],
  ['/dashboard', 'Dashboard'],
  ['/systems', 'Systems'],
  ['/solutions', 'Solutions'],
  ['/team', 'Team'],
  ['/team/5d1c1a52-6c1e-4f3a-9d3f-0c5f6f4b2a11', 'Team Member'],
  ['/profile', 'Profile'],
  ['/search', 'Search'],
  ['/settings', 'Settings'],
  ['/settings?tab=connections', 'Settings'],
  ['/notifications', 'Notifications'],
  ['/automations', 'Automations'],
  ['/agents', 'Agents'],
] as const

test('[SHELL-02, 03] [SHELL-08, 09, 10, 11, 12, 13, 16, 17] [SHELL-18, 19] every address has its screen in the shell, for guests too', async ({
  page,
  organisation,
}) => {
  await continueAsGuest(page)
  for (const [path, heading] of SCREENS) {
    await page.goto(path)
    await expect(title(page)).toHaveText(heading)
    await expectShell(page)
  }
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await signIn(page, await organisation.member('Ada Example'))
  await expectShell(page)
})

const PLACEHOLDERS = [
  {
    paths: ['/questions', '/questions/new', '/questions/17'],
    heading: 'Q&A Forum',
    text: 'The Q&A forum feature is coming soon! Ask and answer questions within your team.',
  },
  {
    paths: ['/knowledge', '/knowledge/create'],
    heading: 'Knowledge Base',
    text: 'The knowledge base feature is coming soon! Store and share team knowledge.',
  },
  {
    paths: ['/processes'],
    heading: 'Process Management',
    text: 'The process management feature is coming soon! Create and manage business processes with flowcharts.',
  },
]

test('[SHELL-20, 21, 22, KNOW-01, 02, 03, 04, 05, 06, 07, 08, 09, 10, 11, DIS-07, 08, 09, 11, 12] what is still being built says so', async ({
  page,
}) => {
  await continueAsGuest(page)
  for (const { paths, heading, text } of PLACEHOLDERS) {
    for (const path of paths) {
      await page.goto(path)
      await expect(title(page)).toHaveText(heading)
      await expect(page.getByText(text, { exact: true })).toBeVisible()
      await expect(page.getByText('Coming soon', { exact: true })).toBeVisible()
      await expect(page.getByText('This feature is under development.', { exact: true })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  }
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await expect(title(page)).toHaveText('Agents')
})

test('[SHELL-23, 25, 26, 27, 28, 29, DIS-07, 08, 09, 11, 24] any other address is not found, or says what is disabled', async ({
  page,
}) => {
  await continueAsGuest(page)
  const disabled = [
    ['/knowledge/17', 'Knowledge Base'],
    ['/questions/17/edit', 'Q&A'],
    ['/systems/17', 'Systems'],
    ['/processes/17', 'Processes'],
  ] as const
  for (const [path, feature] of disabled) {
    await page.goto(path)
    await expect(title(page)).toHaveText('Feature Disabled')
    await expect(page.getByText(disabledText(feature), { exact: true })).toBeVisible()
  }
  await page.goto('/nowhere')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(title(page)).toHaveText('Page Not Found')
  await expect(
    page.getByText("The page you're looking for doesn't exist or has been moved.", { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(title(page)).toHaveText('Dashboard')
})

test('[SHELL-24, 26] a feature that the navigation calls disabled is named', async ({ page }) => {
  await continueAsGuest(page)
  await page.evaluate("history.replaceState({ usr: { disabledFeature: 'Time Travel' } }, '', '/nowhere')")
  await page.reload()
  await expect(title(page)).toHaveText('Feature Disabled')
  await expect(page.getByText(disabledText('Time Travel'), { exact: true })).toBeVisible()
})

function disabledText(feature: string): string {
  return `The ${feature} feature is currently disabled. Please contact your administrator.`
}

test('[SHELL-30, 43, 44, 45, DIS-25] a switched-off feature leaves the menu, and its address says so', async ({
  page,
  cairn,
  organisation,
}) => {
  const person = await organisation.member('Ada Example')
  await cairn.database`
    insert into public.app_features (account_id, feature_name, enabled)
    select ${await organisation.accountId()}, name, false
    from unnest(array['systems', 'automations', 'agents', 'solutions']) as name`
  await signIn(page, person)
  const entries = page.getByRole('complementary').getByRole('link')
  await expect(entries).toHaveText(['Dashboard', 'Team', 'Settings'])
  await page.goto('/settings?tab=connections&section=agents')
  await expect(page.getByText(disabledText('Agents'), { exact: true })).toBeVisible()
  for (const feature of ['Systems', 'Automations', 'Agents', 'Solutions']) {
    await page.goto(`/${feature.toLowerCase()}`)
    await expect(title(page)).toHaveText('Feature Disabled')
    await expect(page.getByText(disabledText(feature), { exact: true })).toBeVisible()

    await cairn.database`
      update public.app_features set enabled = true
      where account_id = ${await organisation.accountId()} and feature_name = ${feature.toLowerCase()}`
    await page.reload()
    await expect(title(page)).toHaveText(feature)
    await expect(entries.filter({ hasText: feature })).toBeVisible()
  }
})

test('[SHELL-04, 06] a visitor is sent to the door, and Back does not lead in a circle', async ({ page }) => {
  await page.goto('/auth?tab=sign-up')
  await expect(page.getByLabel('First Name')).toBeVisible()
  for (const path of ['/systems', '/team/17', '/nowhere']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/auth$/)
    await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/auth\?tab=sign-up$/)
  }
})
