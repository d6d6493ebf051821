import { openSystems, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

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
    await expect(page.getByRole('button', { name: 'Add a detail' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await keyboard.press('Tab')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Add System' })).toBeFocused()
    await keyboard.press('Enter')
    await expectToast(page, 'Payroll has been added successfully')
    await expect(page.getByRole('button', { name: 'Add System' })).toBeFocused()
  })

  await test.step('open the row, and leave by Escape', async () => {
    const row = page.getByRole('row').getByRole('link', { name: 'Payroll', exact: true })
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
