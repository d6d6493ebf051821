import { expectAccessible } from './support/accessibility.ts'
import { arrangeSystem, listedNames, openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast, toast } from './support/toasts.ts'

test('keys filter, create, save, and show themselves', async ({ page, cairn, organisation }) => {
  const { accountId } = await signInAs(page, organisation, 'user')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  const keyboard = page.keyboard
  await openSystems(page)
  await expect(listedNames(page)).toHaveText(['Payroll'])

  await test.step('the filter takes the letters for itself', async () => {
    await keyboard.press('/')
    const filter = page.getByRole('searchbox', { name: 'Filter systems' })
    await expect(filter).toBeFocused()
    await keyboard.type('c?')
    await expect(filter).toHaveValue('c?')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await filter.fill('')
    await filter.blur()
  })

  await test.step('a record is created and saved, and another after it', async () => {
    const form = page.getByRole('dialog', { name: 'Add System' })
    await keyboard.press('c')
    await expect(form.getByLabel('System Name')).toBeFocused()
    await keyboard.type('Billing')
    await keyboard.press('Control+Enter')
    await toast(page)
      .filter({ hasText: 'Billing has been added' })
      .getByRole('button', { name: 'Create another' })
      .click()
    await form.getByLabel('System Name').fill('Ledger')
    await form.getByLabel('Description').press('Control+Enter')
    await toast(page)
      .filter({ hasText: 'Ledger has been added' })
      .getByRole('button', { name: 'Open' })
      .click()
    await expect(page).toHaveURL(/\/systems\?id=/)
    await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(listedNames(page)).toHaveText(['Billing', 'Ledger', 'Payroll'])
  })

  await test.step('elsewhere one says first of what kind it is', async () => {
    await page.goto('/team')
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
    await keyboard.press('c')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Agent' }).click()
    const form = page.getByRole('dialog', { name: 'Create Agent' })
    await form.getByLabel('Agent Name').fill('Reader')
    await form.getByRole('button', { name: 'Create Agent' }).click()
    await expectToast(page, 'Agent has been created.')
    await expect(page).toHaveURL('/team')
  })

  await test.step('all of them are listed, and single ones can be switched off', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('heading', { name: 'Team', level: 1 }).focus()
    await keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(help.getByText('Filter the list, or search')).toBeVisible()
    await expectAccessible(page, 'keyboard shortcuts')
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click()
    await keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await keyboard.press('?')
    await keyboard.press('Control+k')
    await keyboard.type('shortcuts')
    await expect(page.getByRole('option', { name: 'Keyboard shortcuts' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
    await keyboard.press('Enter')
    await expect(help.getByRole('switch', { name: 'Single-key shortcuts' })).not.toBeChecked()
  })
})

test('a viewer who presses the key to create learns why they cannot', async ({ page, organisation }) => {
  await page.clock.install()
  const code = page.waitForResponse(/\/assets\/palette-of-pages-[^/]+\.js$/, { timeout: 0 })
  await signInAs(page, organisation, 'viewer')
  await test.step('the palette is fetched before anybody touches a key', async () => {
    await page.clock.runFor(15_000)
    await code
  })
  await page.keyboard.press('c')
  await expectToast(page, 'Viewers cannot make changes. Ask an administrator for another level.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
