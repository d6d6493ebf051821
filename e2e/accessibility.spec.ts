import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openCatalogue } from './support/records.ts'
import { arrangeExperts, arrangeSystem, openDetails, openSystems, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, freshDomain, type Organisation, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

const OTHERS = [
  '/team',
  '/team/1',
  '/settings',
  '/settings?tab=connections',
  '/settings?tab=connections&section=agents',
  '/search',
  '/notifications',
  '/knowledge',
  '/questions',
  '/processes',
]

/** Signs in the founder of an account with two systems, one of them with everything that a system can have. */
async function enterFullWorkspace(
  page: Page,
  organisation: Organisation,
  database: Parameters<typeof arrangeSystem>[0],
) {
  const { accountId, founder } = await signInAs(page, organisation, 'admin')
  const systemId = await arrangeSystem(database, {
    accountId,
    name: 'Payroll',
    description: 'Pays everybody.',
    ownerId: founder.id,
    status: 'maintenance',
    details: { vendor: 'Example' },
    createdBy: founder.id,
  })
  await arrangeSystem(database, { accountId, name: 'Archive', status: 'deprecated' })
  await arrangeExperts(database, { accountId, systemId, people: [founder] })
  await organisation.member('Ben Example')
  await page.reload()
}

test.describe('no barrier', () => {
  test.slow()

  test('the door has no barrier', async ({ page }) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expectAccessible(page, 'login with complaints')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByLabel('Password', { exact: true }).fill('weak')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expectAccessible(page, 'sign-up with a weak password')
    await page.goto('/auth/forgot-password')
    await page.getByLabel('Email', { exact: true }).fill(`nobody@${freshDomain()}`)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByLabel('Code from the email')).toBeFocused()
    await expectAccessible(page, 'code from a mail')
    await page.route('**/auth/v1/verify/peek', (route) =>
      route.fulfill({
        json: { user: { id: 'x', email: 'ada@new-example.example' }, new_email: null, needed: 'password' },
      }),
    )
    await page.goto('/auth/confirm?token_hash=example&type=signup')
    await expect(page.getByRole('button', { name: 'Confirm email address' })).toBeVisible()
    await expectAccessible(page, 'confirmation')
    await page.goto('/auth/confirm')
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expectAccessible(page, 'confirmation that failed')
  })

  test('dashboard, systems and their dialogs have no barrier', async ({ page, cairn, organisation }) => {
    await enterFullWorkspace(page, organisation, cairn.database)
    await expect(page.locator('#main').getByText('Created by')).toHaveCount(2)
    await expectAccessible(page, 'dashboard')
    await openSystems(page)
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'systems')
    const details = await openDetails(page, 'Payroll')
    await expect(details.getByRole('list', { name: 'System Experts' })).toBeVisible()
    await details.getByRole('button', { name: 'History' }).click()
    await expect(details.getByText('Cairn created it')).toBeVisible()
    await expectAccessible(page, 'details')
    await details.getByRole('button', { name: 'Add Expert' }).click()
    await expect(page.getByRole('option', { name: 'Ben Example' })).toBeVisible()
    await expectAccessible(page, 'choice of an expert')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add System' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add System' }).click()
    await expectToast(page, 'Error')
    await expectAccessible(page, 'new system with a complaint')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await expectAccessible(page, 'edit')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delete Payroll' }).click()
    await expectAccessible(page, 'question before deleting')
  })

  test('empty, resting and menus have no barrier', async ({ page, organisation }) => {
    await signInAs(page, organisation, 'viewer')
    await expect(page.getByText('No recent activity')).toBeVisible()
    await expectAccessible(page, 'empty dashboard')
    await openSystems(page)
    await page.getByRole('button', { name: 'Create First System' }).focus()
    await expect(page.getByRole('tooltip')).toBeVisible()
    await expectAccessible(page, 'no systems, with a reason')
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, 'account menu')
  })

  test('solutions, agents and automations have no barrier', async ({ page }) => {
    await continueAsGuest(page)
    await openCatalogue(page, 'Solutions')
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'solutions')
    const details = await openDetails(page, 'Customer 360')
    await expect(details.getByRole('list', { name: 'Related Agents' })).toBeVisible()
    await expectAccessible(page, 'details of a solution')
    await details.getByRole('button', { name: 'Link Automation' }).click()
    await expect(page.getByRole('listbox', { name: 'Automations', exact: true })).toBeVisible()
    await expectAccessible(page, 'choice of an automation')
    await page.keyboard.press('Escape')
    await details.getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('list', { name: 'Use Cases' })).toHaveCount(1)
    await expectAccessible(page, 'edit a solution')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.keyboard.press('Escape')
    await openCatalogue(page, 'Agents')
    await expect(page.getByRole('row')).toHaveCount(3)
    await expectAccessible(page, 'agents')
    await page.getByRole('button', { name: 'Status of Contract Reader' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveCount(3)
    await expectAccessible(page, 'choice of a status')
    await page.keyboard.press('Escape')
    await openCatalogue(page, 'Automations')
    await expect(page.getByRole('row')).toHaveCount(4)
    await expectAccessible(page, 'automations')
    await page.getByRole('button', { name: 'Edit Invoice approval' }).click()
    await expectAccessible(page, 'edit an automation')
  })

  test('the other screens have no barrier', async ({ page }) => {
    await continueAsGuest(page)
    for (const path of [...OTHERS, '/profile', '/nowhere', '/systems/nowhere']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, path)
    }
  })

  test('a phone has no barrier', async ({ page, cairn, organisation }) => {
    await enterFullWorkspace(page, organisation, cairn.database)
    await page.setViewportSize({ width: 375, height: 740 })
    await expect(page.locator('#main').getByText('Created by')).toHaveCount(2)
    await expectAccessible(page, 'dashboard')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page, 'drawer')
    await page.getByRole('dialog').getByRole('link', { name: 'Systems' }).click()
    await page.getByRole('button', { name: 'Payroll', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expectAccessible(page, 'details')
    await page.keyboard.press('Escape')
    await expectAccessible(page, 'systems')
  })
})

test('everything can be done from the keyboard, and the focus comes back', async ({ page, organisation }) => {
  await signInAs(page, organisation, 'admin')
  const keyboard = page.keyboard
  await openSystems(page)

  await test.step('skip to the content and open the form', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/#main$/)
    await keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link', { name: 'Bin' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Add System' })).toBeFocused()
    await keyboard.press('Enter')
  })

  await test.step('fill and save', async () => {
    await expect(page.getByLabel('System Name')).toBeFocused()
    await keyboard.type('Payroll')
    await keyboard.press('Tab')
    await keyboard.type('Pays everybody.')
    await keyboard.press('Tab')
    const owner = page.getByRole('combobox', { name: 'System Owner' })
    await expect(owner).toBeFocused()
    await keyboard.press('Space')
    await expect(page.getByRole('option', { name: 'Ada Founder' })).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(owner).toContainText('Ada Founder')
    await expect(owner).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Add System' })).toBeFocused()
    await keyboard.press('Enter')
    await expectToast(page, 'Payroll has been added successfully')
    await expect(page.getByRole('button', { name: 'Add System' })).toBeFocused()
  })

  await test.step('open the row, and leave by Escape', async () => {
    const row = page.getByRole('row').getByRole('button', { name: 'Payroll', exact: true })
    await row.focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText('Ada Founder')
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row).toBeFocused()
  })

  await test.step('begin an edit, and leave by Escape', async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Edit Payroll' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByLabel('System Name')).toBeFocused()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Edit Payroll' })).toBeFocused()
  })

  await test.step('delete it', async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Delete Payroll' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' })).toBeFocused()
    await expect(page.getByRole('alertdialog')).toContainText('Nothing is linked to it.')
    await keyboard.press('Enter')
    await expectToast(page, 'System deleted')
    await expect(page.getByRole('main')).toBeFocused()
  })
})
