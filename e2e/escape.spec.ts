import type { Locator, Page } from '@playwright/test'
import { WITH_MOTION } from './support/motion.ts'
import { arrangeSystem, keepSignInAs, openDetails, openSystems } from './support/systems.ts'
import { expect, type Organisation, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use(WITH_MOTION)

/**
 * Presses Escape in the very moment in which an act in the page has moved the focus. By hand one is that quick on a busy
 * machine: the page has answered the act, and not yet tidied up after it.
 */
async function escapeAtOnce(page: Page, act: string): Promise<void> {
  await page.evaluate(`(async () => {
    const before = document.activeElement
    ${act}
    while (document.activeElement === before) await null
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(escape)
  })()`)
}

/** Leads the focus to a control of a list, so that its tooltip shows. */
async function explain(
  page: Page,
  organisation: Organisation,
  database: Parameters<typeof arrangeSystem>[0],
): Promise<Locator> {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(database, { accountId, name: 'Payroll' })
  await openSystems(page)
  const control = page.getByRole('button', { name: 'Edit Payroll' })
  await control.focus()
  await expect(page.getByRole('tooltip', { name: 'Edit Payroll' })).toBeVisible()
  return control
}

test('Escape right after a form has opened closes it, not the tooltip of its button', async ({
  page,
  cairn,
  organisation,
}) => {
  const edit = await explain(page, organisation, cairn.database)
  await escapeAtOnce(page, 'before.click()')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toBeFocused()
})

test('Escape on a control of a window puts its tooltip away first', async ({ page, organisation }) => {
  await keepSignInAs(page, organisation, 'admin')
  await openSystems(page)
  await page.getByRole('button', { name: 'Add System' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('Escape closes the window also while a toast stands above it and nothing has the focus', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  // From 1200 px on it would stand beside the list.
  await page.setViewportSize({ width: 1180, height: 720 })
  const details = await openDetails(page, 'Payroll')
  await details.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit System' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Payments')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  const renamed = page.getByRole('dialog', { name: 'Payments' })
  await expect(renamed.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expectToast(page, 'System updated')
  // As it is for a moment after a form has closed: the focus is on its way back.
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Payments/ })).toBeVisible()
})
