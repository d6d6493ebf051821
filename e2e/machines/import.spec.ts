import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { heldBack } from '../support/browser.ts'
import { expectWhole } from '../support/layout.ts'
import { chooseInListMenu } from '../support/list-menu.ts'
import { settled } from '../support/screens.ts'
import { arrangeSystem, keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'
import { expectToast } from '../support/toasts.ts'

const STATES = ['Live', 'In Wartung', 'gone fishing'] as const

/** A list as a German spreadsheet has it: 200 rows, some of them with a slip. */
function listOf(
  count: number,
  slips: Readonly<Record<number, Partial<Record<'name' | 'day', string>>>> = {},
) {
  const rows = Array.from({ length: count }, (_, index) => {
    const { name = `Tool ${index + 1}`, day = `0${(index % 9) + 1}/0${(index % 8) + 1}/2027` } =
      slips[index] ?? {}
    const owner = index % 10 === 0 ? 'Bernd Unbekannt' : ''
    return [name, `Purpose ${index + 1}`, owner, STATES[index % 3], day, `1.${100 + index},50`].join(';')
  })
  return ['Anwendung;Zweck;Verantwortlich;Zustand;Vertragsende;Kosten pro Monat', ...rows].join('\r\n')
}

async function choose(page: Page, name: string, content: string): Promise<void> {
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(page.getByRole('heading', { name: 'How the file was read' })).toBeVisible()
}

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })

test('a spreadsheet of 200 rows is corrected, checked, applied, undone and imported again', async ({
  page,
  cairn,
  organisation,
}) => {
  const { database } = cairn
  // The name of row 22 is that of the row above it.
  const slips = { 2: { name: 'Slack GmbH' }, 15: { day: 'soon' }, 20: { name: 'Tool 20' } }
  const list = listOf(200, slips)
  const { accountId, me } = await keepSignInAs(page, organisation, 'admin')
  const ben = await organisation.member('Ben Owner')
  await arrangeSystem(database, { accountId, name: 'Slack', ownerId: me.id, description: 'Chat' })
  await arrangeSystem(database, { accountId, name: 'Tool 1', ownerId: ben.id, description: 'Old' })
  const systems = async () => {
    const [row] = await database<{ count: number }[]>`
      select count(*)::integer from public.systems where account_id = ${accountId}`
    return row?.count
  }

  await test.step('a file that is no table says what it is', async () => {
    await page.goto('/systems')
    await chooseInListMenu(page, 'Import')
    await expect(page.getByRole('heading', { name: 'Import', level: 1 })).toBeVisible()
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    })
    await expect(page.getByRole('alert').getByText('logo.png: This is a picture.')).toBeVisible()
    await expectAccessible(page, 'the choice of a file')
  })

  await test.step('how it was read is corrected: the month comes first', async () => {
    await choose(page, 'tools.csv', list)
    await expect(page.getByLabel('Separator')).toHaveValue(';')
    await expect(page.getByLabel('Decimal mark')).toHaveValue(',')
    await expect(page.getByText('Some dates can be read in two ways.')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Feb 2, 2027' })).toBeVisible()
    await expectAccessible(page, 'how a file was read')
    await page.getByLabel('Order of dates').selectOption('month')
    await expect(page.getByText('Some dates can be read in two ways.')).toBeHidden()
    await page.getByRole('button', { name: 'Continue' }).press('Enter')
  })

  await test.step('columns are matched, and a word is explained once', async () => {
    await expect(page.getByLabel('Field for Anwendung')).toHaveValue('field name')
    await expect(page.getByLabel('Field for Zweck')).toHaveValue('field description')
    await expect(page.getByLabel('Field for Vertragsende')).toHaveValue('field renews_on')
    await expect(page.getByText('Row 17: soon (no date)')).toBeVisible()
    await page.getByLabel('What gone fishing means').selectOption({ label: 'Inactive' })
    await expectAccessible(page, 'the columns of an import')
    await page.getByRole('button', { name: 'Check 200 Rows' }).press('Enter')
  })

  await test.step('the plan says what would happen, and nothing is written', async () => {
    await expect(
      page.getByRole('heading', { name: '197 new, 1 changed, 1 possible duplicate, 1 error' }),
    ).toBeVisible()
    await expect(
      page.getByText('Nothing was lost: 200 rows = 197 new + 1 changed + 1 possible duplicate + 1 error.'),
    ).toBeVisible()
    expect(await systems()).toBe(2)
    await expectAccessible(page, 'a plan')
    await page.setViewportSize({ width: 375, height: 780 })
    await expectWhole(page, 'a plan on a phone')
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  await test.step('the rows with errors come as a file that says why', async () => {
    await page.getByRole('button', { name: /^Error/ }).press('Enter')
    await expect(page.getByRole('list', { name: 'Rows' }).getByText('Tool 20').first()).toBeVisible()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download These Rows' }).press('Enter')
    const download = await waiting
    expect(download.suggestedFilename()).toBe('tools-problems.csv')
    const [head = '', row = '', ...more] = (await readFile(await download.path(), 'utf8'))
      .trim()
      .split('\r\n')
    expect(head).toMatch(/;Problem$/)
    expect(row).toMatch(/^Tool 20;.*same record/)
    expect(more).toEqual([])
  })

  await test.step('a duplicate is joined field by field, and a person decided once', async () => {
    await page.getByRole('button', { name: /^Possible duplicate/ }).press('Enter')
    const row = page
      .getByRole('list', { name: 'Rows' })
      .getByRole('listitem')
      .filter({ hasText: 'Slack GmbH' })
    await row
      .first()
      .getByRole('checkbox', { name: /^Name:/ })
      .press('Space')
    await row.first().getByRole('button', { name: 'Merge with Slack' }).press('Enter')
    await expect(page.getByRole('heading', { name: '197 new, 2 changed, 1 error' })).toBeVisible()
    const decide = await heldBack(page, '**/rest/v1/rpc/decide_import_person')
    await page.getByRole('combobox', { name: 'Who Bernd Unbekannt is' }).press('Enter')
    await page.getByRole('option', { name: 'Ben Owner' }).click()
    // The decision leaves rows to be checked again: nothing is applied before.
    const applying = page.getByRole('button', { name: 'Apply 199 Rows' })
    await expect(applying).toBeDisabled()
    decide()
    await expect(page.getByRole('combobox', { name: 'Who Bernd Unbekannt is' })).toContainText('Ben Owner')
    await settled(page)
  })

  await test.step('it is applied, with the way to its act, and undone', async () => {
    const apply = page.getByRole('button', { name: 'Apply 199 Rows' })
    await expect(apply).toBeEnabled()
    await apply.press('Enter')
    await expect(page.getByRole('heading', { name: 'Imported: 199 records' })).toBeVisible()
    await expectAccessible(page, 'an import that is done')
    expect(await systems()).toBe(199)
    const [tool] = await database<{ owner: string; day: string; cost: string; status: string }[]>`
      select owner_id as owner, renews_on::text as day, cost_per_month::text as cost, status
      from public.systems where account_id = ${accountId} and name = 'Tool 11'`
    expect(tool).toEqual({ owner: ben.id, day: '2027-02-03', cost: '1110.50', status: 'maintenance' })
    const [slack] = await database<{ description: string }[]>`
      select description from public.systems where account_id = ${accountId} and name = 'Slack'`
    expect(slack?.description).toBe('Purpose 3')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expectToast(page, 'Undone: 199 records')
    expect(await systems()).toBe(2)
    await page.getByRole('link', { name: 'View details' }).first().press('Enter')
    await expect(page.getByRole('heading', { name: /tools\.csv/ })).toBeVisible()
  })

  await test.step('imported again, its records come back from the bin', async () => {
    await page.goto('/import?kind=system')
    await choose(page, 'tools.csv', list)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Check 200 Rows' }).click()
    await page.getByRole('button', { name: /^Error/ }).click()
    await expect(page.getByText('The records of 197 rows are in the bin.')).toBeVisible()
    await page.getByRole('button', { name: 'Restore All' }).click()
    await expect(page.getByText('are in the bin.')).toHaveCount(0)
    expect(await systems()).toBe(199)
  })
})

test('Back and a reload of the page lose nothing, and an unfinished plan is found again', async ({
  page,
  organisation,
}) => {
  await keepSignInAs(page, organisation, 'manager')
  await page.goto('/import?kind=system')
  await choose(page, 'tools.csv', listOf(12))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Field for Zweck').selectOption({ label: 'Vendor' })
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'How the file was read' })).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel('Field for Zweck')).toHaveValue('field vendor')
  await page.reload()
  await expect(page.getByLabel('Field for Zweck')).toHaveValue('field vendor')
  await page.getByRole('button', { name: 'Check 12 Rows' }).click()
  await expect(page.getByRole('heading', { name: '12 new' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '12 new' })).toBeVisible()
  await step(page, 'Columns').click()
  await expect(page.getByLabel('Field for Zweck')).toHaveValue('field vendor')
  await step(page, 'File').click()
  const left = page.getByRole('list', { name: 'Not finished' })
  await expect(left.getByText('tools.csv')).toBeVisible()
  await left.getByRole('link', { name: 'Continue tools.csv' }).click()
  await expect(page.getByRole('heading', { name: '12 new' })).toBeVisible()
  await step(page, 'File').click()
  await left.getByRole('button', { name: 'Discard tools.csv' }).click()
  await expect(left).toBeHidden()
})

test('an admin makes a field of a column, and pastes cells on a phone', async ({ page, organisation }) => {
  await page.setViewportSize({ width: 375, height: 780 })
  await keepSignInAs(page, organisation, 'admin')
  await page.goto('/import?kind=solution')
  await page
    .getByLabel('Or paste cells from a spreadsheet')
    .fill('Name\tRegion\nAtlas\tNorth\nBorea\tSouth\nCirrus\tNorth\nDelta\tSouth')
  await expectWhole(page, 'the choice of a file on a phone')
  await page.getByRole('button', { name: 'Use These Cells' }).click()
  await expectWhole(page, 'how cells were read on a phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Field for Region').selectOption({ label: 'New field…' })
  const dialog = page.getByRole('dialog', { name: 'New field' })
  await expect(dialog.getByLabel('Type')).toHaveValue('choice')
  await expectAccessible(page, 'a new field for a column')
  await dialog.getByRole('button', { name: 'Add Field' }).click()
  await expect(page.getByLabel('Field for Region')).toHaveValue('field own.region')
  await expectWhole(page, 'the columns of an import on a phone')
  await page.getByRole('button', { name: 'Check 4 Rows' }).click()
  await expect(page.getByRole('heading', { name: '4 new' })).toBeVisible()
  await expectWhole(page, 'a plan on a phone')
  await page.getByRole('button', { name: 'Apply 4 Rows' }).click()
  await expect(page.getByRole('heading', { name: 'Imported: 4 records' })).toBeVisible()
  await page.getByRole('link', { name: 'Solutions' }).last().click()
  await expect(page.getByText('Borea').first()).toBeVisible()
})
