import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { keepSignInAs, openSystems, REFUSED_REQUEST } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

// A name that is taken, and a record without required values.
test.use({ expectedComplaints: [[REFUSED_REQUEST], { scope: 'test' }] })

const FIELDS = '/settings/fields'

const form = (page: Page) => page.getByRole('form', { name: 'Add a field' })
const list = (page: Page) => page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of the form' })
const editor = (page: Page, name: string) => page.getByRole('form', { name: `Edit ${name}` })

/** Enters a name, a type and Enter. */
async function addField(page: Page, name: string, type: string | null = null): Promise<void> {
  if (type !== null) await pick(page, form(page).getByRole('combobox', { name: 'Type' }), type)
  await form(page).getByLabel('Name', { exact: true }).fill(name)
  await form(page).getByLabel('Name', { exact: true }).press('Enter')
  await expect(list(page).filter({ hasText: name })).toBeVisible()
}

async function pick(page: Page, button: Locator, option: string): Promise<void> {
  await button.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
}

test('an admin makes fields, and users fill them', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  await page.goto(FIELDS)
  await expect(page.getByText('There are no fields yet. A name is enough to begin.')).toBeVisible()
  await expectAccessible(page, 'the fields of an account without any')

  await test.step('a name and Enter are enough, and the preview follows the typed text', async () => {
    await form(page).getByLabel('Name', { exact: true }).fill('Contract number')
    await expect(preview(page).getByLabel('Contract number')).toBeVisible()
    await form(page).getByLabel('Name', { exact: true }).press('Enter')
    await expect(list(page)).toHaveText([/^Contract number/])
    await expect(form(page).getByLabel('Name', { exact: true })).toBeFocused()
  })

  await test.step('a number gets its unit, a choice its entries', async () => {
    await addField(page, 'Seats', 'Number')
    await edit(page, 'Seats')
    await editor(page, 'Seats').getByLabel('Unit').fill('users')
    await expect(preview(page).getByText('users')).toBeVisible()
    await editor(page, 'Seats').getByRole('checkbox', { name: 'Required' }).check()
    await expectAccessible(page, 'the editor of a field')
    await editor(page, 'Seats').getByRole('button', { name: 'Save Field' }).click()
    await expect(list(page).filter({ hasText: 'Seats' })).toContainText('Required')

    await pick(page, form(page).getByRole('combobox', { name: 'Type' }), 'Choice')
    for (const choice of ['Cloud', 'Own servers']) {
      await form(page).getByLabel('New choice').fill(choice)
      await form(page).getByLabel('New choice').press('Enter')
    }
    await addField(page, 'Hosting')
    await page.getByRole('button', { name: 'Move Hosting' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('button', { name: 'Move Hosting' })).toBeFocused()
    await expect(list(page)).toHaveText([/^Contract number/, /^Hosting/, /^Seats/])
  })

  await test.step('a name that is taken is refused in a sentence', async () => {
    await form(page).getByLabel('Name', { exact: true }).fill('VENDOR')
    await form(page).getByLabel('Name', { exact: true }).press('Enter')
    await expectToast(page, 'The field could not be saved', 'Records have a built-in field of this name.')
    await form(page).getByLabel('Name', { exact: true }).fill('')
  })

  await test.step('a new system needs the required values, and shows its values', async () => {
    await openSystems(page)
    await page.getByRole('button', { name: 'Add System' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('System Name').fill('Payroll')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    await expect(dialog.getByText('Seats is required.')).toBeVisible()
    await dialog.getByLabel('Seats').fill('180')
    await dialog.getByRole('button', { name: 'More' }).click()
    await dialog.getByLabel('Contract number').fill('C-17')
    await pick(page, dialog.getByRole('combobox', { name: 'Hosting' }), 'Cloud')
    await dialog.getByRole('button', { name: 'Add System' }).click()
    const stored = () => cairn.database`select own from public.systems where account_id = ${accountId}`
    await expect
      .poll(stored)
      .toMatchObject([{ own: { contract_number: 'C-17', seats: 180, hosting: 'cloud' } }])
    await page.getByRole('link', { name: 'Payroll', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('180 users')
    await expect(page.getByRole('dialog')).toContainText('Cloud')
  })

  await test.step('a field is retired and comes back, and another gets a type that its values fit', async () => {
    await page.goto(FIELDS)
    await edit(page, 'Hosting')
    await editor(page, 'Hosting').getByRole('button', { name: 'Retire' }).click()
    await expect(list(page)).toHaveText([/^Contract number/, /^Seats/])
    await page.getByRole('button', { name: 'Bring Hosting back' }).click()
    await expect(list(page)).toHaveCount(3)
    await edit(page, 'Contract number')
    await page.getByRole('button', { name: 'Change Type' }).click()
    const dialog = page.getByRole('alertdialog')
    await pick(page, dialog.getByRole('combobox', { name: 'Type' }), 'Number')
    await expect(dialog).toContainText('Payroll: C-17')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await editor(page, 'Contract number').getByRole('button', { name: 'Cancel' }).click()
    await edit(page, 'Seats')
    await page.getByRole('button', { name: 'Change Type' }).click()
    await pick(page, dialog.getByRole('combobox', { name: 'Type' }), 'Text')
    await expect(dialog).toContainText('Values that can be converted: 1')
    await dialog.getByRole('button', { name: 'Change Type' }).click()
    await expect(list(page).filter({ hasText: 'Seats' })).toContainText('Text')
  })
})
