import type { Page } from '@playwright/test'
import { arrangeSystem, openDetails, openSystems, signInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })

/** Keeps editing, once the question shows. */
async function keepEditing(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await expect(question(page)).toHaveCount(0)
}

test('a dialog with typed text asks before it closes, and survives a reload', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await signInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await page.getByRole('button', { name: 'Edit Payroll' }).click()
  const description = page.getByLabel('Description')
  const form = page.getByRole('dialog', { name: 'Edit System' })

  await test.step('untouched, it closes', async () => {
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
  })
  await test.step('Escape, a press beside it and Back ask', async () => {
    await description.fill('Pays everybody.')
    await page.keyboard.press('Escape')
    await keepEditing(page)
    await page.mouse.click(5, 300)
    await keepEditing(page)
    await page.evaluate('history.back()')
    await keepEditing(page)
    await expect(page).toHaveURL('/systems')
    await expect(description).toHaveValue('Pays everybody.')
  })
  await test.step('a reload asks, and restores the text', async () => {
    const asked = page.waitForEvent('dialog')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    expect((await asked).type()).toBe('beforeunload')
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'We kept what you entered.' })).toBeVisible()
    await expect(description).toHaveValue('Pays everybody.')
    await expect(page.getByLabel('System Name')).toHaveValue('Payroll')
  })
  await test.step('discarded, it is gone', async () => {
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(form).toHaveCount(0)
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await expect(description).toHaveValue('')
  })
  await test.step('saved, it is gone too', async () => {
    await description.fill('Pays everybody.')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Payroll has been updated successfully')
    await page.getByRole('button', { name: 'Edit Payroll' }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })
  await test.step('Back with discarding closes the form on the details as well', async () => {
    const details = await openDetails(page, 'Payroll')
    await details.getByRole('button', { name: 'Edit' }).click()
    await description.fill('Pays nobody.')
    await page.evaluate('history.back()')
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL('/systems')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
