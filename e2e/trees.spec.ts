import type { Page } from '@playwright/test'
import { EXAMPLE_NOW, exampleWorks } from './support/example-works.ts'
import { DOOR_SCREENS, fileNameOf, MEMBER_SCREENS, visit } from './support/screens.ts'
import { expect, freshDomain, keepSignIn, test } from './support/test.ts'
import { expectTree } from './support/trees.ts'

// What a screen reader makes of each screen: e2e/trees has what was reviewed, and `npm run trees` writes it anew.

/** Signs in the founder of the example, at its moment. */
async function enterExample(
  page: Page,
  database: Parameters<typeof exampleWorks>[0],
  domain = 'trees.example',
): Promise<void> {
  const me = await exampleWorks(database, { domain })
  await page.clock.setFixedTime(EXAMPLE_NOW)
  await keepSignIn(page, me)
}

test.describe('a screen reader finds names, order and structure', () => {
  test.slow()

  test('before somebody signs in', async ({ page }) => {
    for (const path of DOOR_SCREENS) {
      await visit(page, path)
      await expectTree(page.locator('body'), fileNameOf(path))
    }
    await visit(page, '/auth')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expectTree(page.locator('body'), 'auth-complaints')
  })

  test('around the screens', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/questions')
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
    await expectTree(page.locator('body'), 'shell')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expectTree(page.getByRole('menu'), 'account-menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expectTree(page.getByRole('dialog'), 'keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('con')
    await expect(page.getByRole('option', { name: 'Contract Reader' })).toBeVisible()
    await expectTree(page.getByRole('dialog'), 'palette')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 375, height: 740 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectTree(page.getByRole('dialog', { name: 'Menu' }), 'phone-menu')
  })

  test('on every screen of a member', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    for (const path of MEMBER_SCREENS) {
      // It tells of every sign-in: below.
      if (path === '/settings?tab=security') continue
      await visit(page, path)
      await expectTree(page.getByRole('main'), fileNameOf(path))
    }
    await visit(page, '/team')
    await page.getByRole('button', { name: 'Ben Sample' }).click()
    await expect(page.getByRole('heading', { name: 'Ben Sample', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Billing' }).first()).toBeVisible()
    await expectTree(page.getByRole('main'), 'team-member')
  })

  test('on the security of an account', async ({ page, cairn }) => {
    await enterExample(page, cairn.database, freshDomain())
    await visit(page, '/settings?tab=security')
    await expect(page.getByRole('list', { name: 'Newest events' })).toContainText('Signed in')
    await expect(page.getByRole('list', { name: 'Active sessions' })).toContainText('This device')
    await expect(page.getByRole('region', { name: 'Entries of the audit log' })).toContainText('Signed in')
    await expectTree(page.getByRole('main'), 'settings-tab-security')
  })

  test('in the windows of a system', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/systems')
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expect(page.getByRole('dialog').getByLabel('System Name')).toBeFocused()
    await expectTree(page.getByRole('dialog'), 'systems-add')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Billing' }).click()
    await expect(page.getByText('No longer listed as its experts')).toBeVisible()
    await expectTree(page.getByRole('alertdialog'), 'systems-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Billing', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Billing' })
    await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
    await details.getByRole('button', { name: 'History' }).click()
    await expect(details.getByText('created it')).toBeVisible()
    await expectTree(details, 'systems-details')
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await expect(page.getByRole('option', { name: 'Dev Placeholder' })).toBeVisible()
    await expectTree(page.getByRole('dialog', { name: 'Add Expert' }), 'systems-expert-picker')
  })

  test('in the windows of a solution', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/solutions')
    await page.getByRole('button', { name: 'Edit Customer 360' }).click()
    await expect(page.getByRole('list', { name: 'Use Cases' })).toBeVisible()
    await expectTree(page.getByRole('dialog'), 'solutions-edit')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Customer 360', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Customer 360' })
    await expect(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
    await expectTree(details, 'solutions-details')
  })

  test('in the windows of agents and automations', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/agents')
    await page.getByRole('button', { name: 'Status of Contract Reader' }).click()
    await expectTree(page.getByRole('menu'), 'agents-status')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details of Support Assistant' }).click()
    await expectTree(page.getByRole('dialog'), 'agents-details')
    await visit(page, '/automations')
    await page.getByRole('button', { name: 'Edit Invoice approval' }).click()
    await expectTree(page.getByRole('dialog'), 'automations-edit')
  })

  test('in the windows of the team', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/team')
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expectTree(page.getByRole('dialog', { name: 'Add Team Member' }), 'team-invite')
  })
})
