import type { Page } from '@playwright/test'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })

/** The shell around whatever screen there is. */
async function expectShell(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/** Opens each address as a guest, and looks for its screen inside of the shell. */
async function expectScreens(page: Page, screens: readonly (readonly [string, string])[]): Promise<void> {
  await continueAsGuest(page)
  for (const [path, heading] of screens) {
    await page.goto(path)
    await expect(title(page)).toHaveText(heading)
    await expectShell(page)
  }
}

test('[SHELL-03, 08, 09, 10, 11, 12, 13] the dashboard and each catalogue have their address', async ({
  page,
}) => {
  await expectScreens(page, [
    ['/', 'Dashboard'],
    ['/dashboard', 'Dashboard'],
    ['/systems', 'Systems'],
    ['/solutions', 'Solutions'],
    ['/automations', 'Automations'],
    ['/agents', 'Agents'],
  ])
})

test('[SHELL-03, 14, 15, 16, 17, 18, 19] every other screen has its address', async ({ page }) => {
  await expectScreens(page, [
    ['/team', 'Team Directory'],
    ['/team/5d1c1a52-6c1e-4f3a-9d3f-0c5f6f4b2a11', 'User Not Found'],
    ['/profile', 'Profile'],
    ['/search', 'Search'],
    ['/settings', 'Settings'],
    ['/settings?tab=connections', 'Settings'],
    ['/notifications', 'Notifications'],
  ])
})

test('[SHELL-02, 03] only signing in stands outside of the shell', async ({ page, organisation }) => {
  await continueAsGuest(page)
  await expectShell(page)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign In / Sign Up' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await signIn(page, await organisation.member('Ada Example'))
  await expectShell(page)
})

/** Looks at what stands at addresses whose feature is still being built. */
async function expectPlaceholder(
  page: Page,
  { paths, heading, text }: { paths: readonly string[]; heading: string; text: string },
): Promise<void> {
  await continueAsGuest(page)
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

test('[SHELL-20, KNOW-01, 02, 03, 04, 05, 06] the Q&A forum is coming soon', async ({ page }) => {
  await expectPlaceholder(page, {
    paths: ['/questions', '/questions/new', '/questions/17'],
    heading: 'Q&A Forum',
    text: 'The Q&A forum feature is coming soon! Ask and answer questions within your team.',
  })
})

test('[SHELL-21, KNOW-07, 08, 11, DIS-09] the knowledge base is coming soon', async ({ page }) => {
  await expectPlaceholder(page, {
    paths: ['/knowledge', '/knowledge/create'],
    heading: 'Knowledge Base',
    text: 'The knowledge base feature is coming soon! Store and share team knowledge.',
  })
})

test('[SHELL-22, KNOW-09, 10, DIS-08] process management is coming soon', async ({ page }) => {
  await expectPlaceholder(page, {
    paths: ['/processes'],
    heading: 'Process Management',
    text: 'The process management feature is coming soon! Create and manage business processes with flowcharts.',
  })
})

test('[SHELL-25, 26, 27, DIS-07, 11, 24] an unknown address below a feature says that it is disabled', async ({
  page,
}) => {
  await continueAsGuest(page)
  const disabled = [
    ['/knowledge/17', 'Knowledge Base'],
    ['/questions/17/edit', 'Q&A'],
    ['/systems/17/edit', 'Systems'],
    ['/processes/17', 'Processes'],
  ] as const
  for (const [path, feature] of disabled) {
    await page.goto(path)
    await expect(title(page)).toHaveText('Feature Disabled')
    await expect(page.getByText(disabledText(feature), { exact: true })).toBeVisible()
  }
})

test('[SHELL-23, 28, 29] any other address is not found', async ({ page }) => {
  await continueAsGuest(page)
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
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
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

test('[SHELL-04, 06] a visitor is sent to the sign-in page, and Back does not lead in a circle', async ({
  page,
}) => {
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
