import type { Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from './support/accessibility.ts'
import { expectWhole } from './support/layout.ts'
import { arrangeManySystems, keepSignInAs, openSystems } from './support/systems.ts'
import { expect, keepSignIn, test } from './support/test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' })
const fieldWindow = (page: Page) => page.getByRole('dialog', { name: 'Set a field' })
const heads = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')

/** Reloads the list without earlier toasts, and selects all 30 systems. */
async function selectAll(page: Page): Promise<void> {
  await openSystems(page)
  await page.getByRole('checkbox', { name: 'Select Register 0001' }).click()
  await bar(page).getByRole('button', { name: 'Select all 30 that match' }).click()
  await expect(bar(page).getByText('30 selected')).toBeVisible()
}

async function openField(page: Page, field: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Set a field' }).click()
  await fieldWindow(page).getByLabel('Field', { exact: true }).selectOption(field)
}

async function goOn(page: Page): Promise<void> {
  await fieldWindow(page).getByRole('button', { name: 'Continue' }).click()
}

async function confirm(page: Page, title: string, count: number): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toContainText(`${count} of ${count} selected records will change.`)
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  // A toast of an earlier change may still be there, and what is behind a window counts as hidden.
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(`Changed: ${count} records`).first()).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
}

/** Two fields of the account, one of them with a value in every system. */
async function arrangeFilledFields(
  database: postgres.Sql,
  accountId: string,
  personId: string,
): Promise<void> {
  const choices = database.json([
    { id: 'cloud', name: 'Cloud', color: 'blue' },
    { id: 'own_servers', name: 'Own servers', color: 'green' },
  ])
  await database`
    insert into public.own_fields (account_id, kind, key, name, type, choices, place, created_by, updated_by)
    values
      (${accountId}, 'system', 'contract_number', 'Contract number', 'text', '[]', 0, ${personId}, ${personId}),
      (${accountId}, 'system', 'hosting', 'Hosting', 'choice', ${choices}, 1, ${personId}, ${personId})`
  await database`
    update public.systems set own = ${database.json({ contract_number: 'C-2026' })} where account_id = ${accountId}`
}

test('an admin adds fields, and fills one of 30 systems in bulk', async ({ page, cairn, organisation }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 30 })
  await cairn.database`insert into public.tags (account_id, name) values (${accountId}, 'audit')`
  const filled = async () => {
    const [row] = await cairn.database<{ count: number }[]>`
      select count(*)::int as count from public.systems
      where account_id = ${accountId} and own ->> 'contract_number' = 'C-2026'`
    return row?.count
  }

  await test.step('fields, in the settings', async () => {
    await page.goto('/settings?tab=fields')
    const form = page.getByRole('form', { name: 'Add a field' })
    const name = form.getByLabel('Name', { exact: true })
    const list = page.getByRole('list', { name: 'Fields', exact: true }).getByRole('listitem')
    await name.fill('Contract number')
    await name.press('Enter')
    await expect(list).toHaveCount(1)
    await form.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Choice', exact: true }).click()
    for (const choice of ['Cloud', 'Own servers']) {
      await form.getByLabel('New choice').fill(choice)
      await form.getByLabel('New choice').press('Enter')
    }
    await name.fill('Hosting')
    await name.press('Enter')
    await expect(list).toHaveCount(2)
  })

  await test.step('a tag for all', async () => {
    await selectAll(page)
    await bar(page).getByRole('button', { name: 'Tags' }).click()
    await page.getByRole('option', { name: 'audit' }).click()
    await confirm(page, 'Add the tag audit?', 30)
  })

  await test.step('the window asks for a field and a value, also on a phone', async () => {
    await selectAll(page)
    await bar(page).getByRole('button', { name: 'Set a field' }).press('Enter')
    await expect(fieldWindow(page).getByLabel('Field', { exact: true })).toBeFocused()
    await goOn(page)
    await expect(fieldWindow(page).getByText('Choose a field first.')).toBeVisible()
    const field = fieldWindow(page).getByLabel('Field', { exact: true })
    await expect(field).toBeFocused()
    await field.selectOption('Contract number')
    await goOn(page)
    const missing = fieldWindow(page).getByText('Enter a value, or choose to empty the field.')
    await expect(missing).toBeVisible()
    const value = fieldWindow(page).getByLabel('Contract number')
    await expect(value).toBeFocused()
    const empty = fieldWindow(page).getByRole('checkbox', { name: 'Empty this field' })
    await empty.check()
    await empty.uncheck()
    await expect(missing).toHaveCount(0)
    await value.fill('C-1')
    await field.selectOption('Hosting')
    await field.selectOption('Contract number')
    await expect(value).toHaveValue('C-1')
    await value.fill('')
    await goOn(page)
    await expectAccessible(page, 'the window of a field in bulk')
    await page.setViewportSize({ width: 375, height: 800 })
    await expectWhole(page, 'the window of a field in bulk on a phone')
    await expectAccessible(page, 'the window of a field in bulk on a phone')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the preview, the change and its undo', async () => {
    await fieldWindow(page).getByLabel('Contract number').fill(' C-2026 ')
    await fieldWindow(page).getByLabel('Contract number').press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Set Contract number?' })
    await expect(dialog).toContainText('30 empty → C-2026')
    await expectAccessible(page, 'the preview of a field in bulk')
    await page.keyboard.press('Escape')
    await expect(fieldWindow(page).getByLabel('Contract number')).toBeFocused()
    await goOn(page)
    await confirm(page, 'Set Contract number?', 30)
    expect(await filled()).toBe(30)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Undone: 30 records').first()).toBeVisible()
    expect(await filled()).toBe(0)
  })

  await test.step('again, by the keyboard alone', async () => {
    await selectAll(page)
    await bar(page).getByRole('button', { name: 'Set a field' }).press('Enter')
    await expect(fieldWindow(page).getByLabel('Field', { exact: true })).toBeFocused()
    await page.keyboard.type('Contract n')
    await page.keyboard.press('Tab')
    await page.keyboard.type('C-2026')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('30 of 30 selected records will change.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await expect(page.getByText('Changed: 30 records').first()).toBeVisible()
    expect(await filled()).toBe(30)
  })

  await test.step('the act says what changed', async () => {
    await page.goto('/acts')
    await page
      .getByRole('link', { name: /^Contract number changed: 30 records/ })
      .first()
      .click()
    await expect(page.getByRole('list', { name: 'Records' }).getByRole('listitem').first()).toContainText(
      'Contract number: added C-2026',
    )
    await expectAccessible(page, 'an act that changed a field')
  })
})

test('a choice is given in bulk, and a viewer sees it in a view for all', async ({
  page,
  browser,
  cairn,
  organisation,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { accountId, founder } = await keepSignInAs(page, organisation, 'admin')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: 30 })
  await arrangeFilledFields(cairn.database, accountId, founder.id)

  await test.step('a choice for two of them, and one emptied', async () => {
    await openSystems(page)
    for (const name of ['Register 0001', 'Register 0002'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).click()
    await openField(page, 'Hosting')
    await fieldWindow(page).getByRole('combobox', { name: 'Hosting' }).click()
    await page.getByRole('option', { name: 'Cloud', exact: true }).click()
    await goOn(page)
    await confirm(page, 'Set Hosting?', 2)
    await page.getByRole('checkbox', { name: 'Select Register 0002' }).click()
    await openField(page, 'Hosting')
    await fieldWindow(page).getByRole('checkbox', { name: 'Empty this field' }).check()
    await goOn(page)
    const dialog = page.getByRole('alertdialog', { name: 'Empty Hosting?' })
    await expect(dialog).toContainText('1 with a value → empty')
    await dialog.getByRole('button', { name: 'Show the records' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText('Register 0002Cloud')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByText('Changed: 1 record').first()).toBeVisible()
  })

  await test.step('grouped, with the column, kept for all', async () => {
    await openSystems(page)
    await page.getByRole('button', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Hosting' }).click()
    await expect(heads(page)).toHaveText([/^Cloud\s*1 record$/, /^Not specified\s*29 records$/])
    await page.getByRole('button', { name: 'Columns' }).click()
    await page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox', { name: 'Contract number' })
      .check()
    await page.keyboard.press('Escape')
    await page.locator('#main').getByRole('button', { name: 'Save View' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save View' })
    await dialog.getByLabel('Name').fill('Contracts')
    await dialog.getByRole('radio', { name: 'Everyone in the account' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page).toHaveURL(/saved=/)
  })

  await test.step('a viewer opens its link and sees the same', async () => {
    const viewer = await organisation.member('Vic Viewer', 'viewer')
    const other = await browser.newContext({
      ...{ baseURL: cairn.server.url, viewport: { width: 1440, height: 900 } },
    })
    const theirs = await other.newPage()
    await keepSignIn(theirs, viewer)
    await theirs.goto(`/systems?saved=${new URL(page.url()).searchParams.get('saved')}`)
    await expect(heads(theirs)).toHaveText([/^Cloud\s*1 record$/, /^Not specified\s*29 records$/])
    await expect(theirs.getByRole('table', { name: 'Cloud' }).getByRole('row').nth(1)).toContainText('C-2026')
    await expect(
      theirs.getByRole('table', { name: 'Not specified' }).getByText('C-2026', { exact: true }),
    ).toHaveCount(29)
    await other.close()
  })
})
