import { expectAccessible } from './support/accessibility.ts'
import { enterExample } from './support/example-works.ts'
import { visit } from './support/screens.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'
import { expectTree } from './support/trees.ts'

// The windows over the screens: what a screen reader makes of them, and what axe says. See every-screen.spec.ts.

// From 1200 px on a record stands beside its list (side-panel.screen.test.tsx).
test.use({ viewport: { width: 1180, height: 720 } })

test.describe('windows have names, order and structure, and no barrier', () => {
  test.slow()

  test('around the screens', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/questions')
    await expect(page.getByRole('link', { name: 'Notifications, 2 unread' })).toBeVisible()
    await expectTree(page.locator('body'), 'shell')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expectTree(page.getByRole('menu'), 'account-menu')
    await expectAccessible(page, 'account menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expectTree(page.getByRole('dialog'), 'keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('con')
    await expect(page.getByRole('option', { name: 'Contract Reader' })).toBeVisible()
    await expectTree(page.getByRole('dialog'), 'palette')
  })

  test('on a phone', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await page.setViewportSize({ width: 375, height: 740 })
    await visit(page, '/')
    await expect(page.locator('#main').getByText('Created by').first()).toBeVisible()
    await expectAccessible(page, 'dashboard')
    await visit(page, '/questions')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expectTree(page.getByRole('dialog', { name: 'Menu' }), 'phone-menu')
    await expectAccessible(page, 'drawer')
    await page.getByRole('dialog').getByRole('link', { name: 'Systems' }).click()
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Billing' })).toBeVisible()
    await expectAccessible(page, 'details')
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'systems')
  })

  test('forms and questions of a system', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/systems')
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expect(page.getByRole('dialog').getByLabel('System Name')).toBeFocused()
    await expectTree(page.getByRole('dialog'), 'systems-add')
    await expectToast(page, 'Error')
    await expectAccessible(page, 'new system with a complaint')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Billing' }).click()
    await expect(page.getByRole('dialog').getByLabel('System Name')).toHaveValue('Billing')
    await expectAccessible(page, 'edit')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Billing' }).click()
    await expect(page.getByText('No longer listed as its experts')).toBeVisible()
    await expectTree(page.getByRole('alertdialog'), 'systems-delete')
    await expectAccessible(page, 'question before deleting')
  })

  test('details of a system', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/systems')
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Billing' })
    await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
    await details.getByRole('button', { name: 'History' }).click()
    await expect(details.getByText('created it')).toBeVisible()
    await expectTree(details, 'systems-details')
    await expectAccessible(page, 'details')
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await expect(page.getByRole('option', { name: 'Dev Placeholder' })).toBeVisible()
    await expectTree(page.getByRole('dialog', { name: 'Add Expert' }), 'systems-expert-picker')
    await expectAccessible(page, 'choice of an expert')
  })

  test('of a solution', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/solutions')
    await page.getByRole('button', { name: 'Edit Customer 360' }).click()
    await expect(page.getByRole('list', { name: 'Use Cases' })).toBeVisible()
    await expectTree(page.getByRole('dialog'), 'solutions-edit')
    await expectAccessible(page, 'edit a solution')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Customer 360', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'Customer 360' })
    await expect(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
    await expectTree(details, 'solutions-details')
    await expectAccessible(page, 'details of a solution')
    await details.getByRole('button', { name: 'Link Automation' }).click()
    await expect(page.getByRole('listbox', { name: 'Automations', exact: true })).toBeVisible()
    await expectAccessible(page, 'choice of an automation')
  })

  test('of agents and automations', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/agents')
    await page.getByRole('button', { name: 'Status of Contract Reader' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveCount(3)
    await expectTree(page.getByRole('menu'), 'agents-status')
    await expectAccessible(page, 'choice of a status')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Details of Support Assistant' }).click()
    await expectTree(page.getByRole('dialog'), 'agents-details')
    await visit(page, '/automations')
    await page.getByRole('button', { name: 'Edit Invoice approval' }).click()
    await expectTree(page.getByRole('dialog'), 'automations-edit')
    await expectAccessible(page, 'edit an automation')
  })

  test('of the team', async ({ page, cairn }) => {
    await enterExample(page, cairn.database)
    await visit(page, '/team')
    await page.getByRole('button', { name: 'Add Team Member' }).click()
    await expectTree(page.getByRole('dialog', { name: 'Add Team Member' }), 'team-invite')
  })
})
