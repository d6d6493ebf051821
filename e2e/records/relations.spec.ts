import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

test('relations are added from either side, seen from both, and named before a deletion', async ({
  page,
  cairn: { database },
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  for (const name of ['Billing', 'Ledger', 'Portal']) await arrangeSystem(database, { accountId, name })
  const details = (name: string) => page.getByRole('dialog', { name, exact: true })
  const open = async (name: string) => {
    await page.goto('/systems')
    await page.getByRole('row').getByRole('link', { name, exact: true }).click()
    await expect(details(name).getByRole('heading', { name: 'Relations' })).toBeVisible()
  }
  const side = (of: string, name: string) =>
    details(of).getByRole('region', { name, exact: true }).getByRole('listitem')
  const add = async (of: string, verb: string, other: string) => {
    await details(of).getByRole('button', { name: 'Add Relation' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Relation' })
    await dialog.getByRole('combobox', { name: of }).selectOption({ label: verb })
    await dialog.getByRole('combobox', { name: /^Record/ }).press('ArrowDown')
    await page.keyboard.type(other.slice(0, 4).toLowerCase())
    await page.getByRole('option', { name: new RegExp(other) }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter')
    await expectToast(page, 'Relation added')
  }

  await test.step('from either side', async () => {
    await open('Ledger')
    await add('Ledger', 'depends on', 'Billing')
    await add('Ledger', 'is used by', 'Portal')
    await expect(side('Ledger', 'Depends on')).toContainText('Billing')
    await expect(side('Ledger', 'Used by')).toContainText('Portal')
  })

  await test.step('seen from the other end, at 375 pixels', async () => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/systems')
    await page.getByRole('link', { name: 'Billing', exact: true }).click()
    await expect(side('Billing', 'Used by')).toContainText('Ledger')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('removed, and put back', async () => {
    await open('Ledger')
    await side('Ledger', 'Depends on').getByRole('button', { name: 'Remove Billing' }).click()
    await expectToast(page, 'Relation removed')
    await expect(side('Ledger', 'Depends on')).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(side('Ledger', 'Depends on')).toContainText('Billing')
  })

  await test.step('named before the record is deleted', async () => {
    await details('Ledger').getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('list', { name: 'Systems' })).toContainText('Portal')
    await expect(question).not.toContainText('Billing')
  })
})
