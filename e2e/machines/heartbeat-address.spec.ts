import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { SOON } from '../support/news.ts'
import { arrangeAutomation, openCatalogue } from '../support/records.ts'
import { keepSignInAs } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })
const cardOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Heartbeat', exact: true }) })

const call = async (page: Page, address: string) => expect(await page.request.post(address)).toBeOK()

test('a ping URL is made and called, and the row updates', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
  await openCatalogue(page, 'Automations')
  await expect(rowOf(page, 'Invoices')).toContainText('Never')
  await expect(page.getByRole('columnheader', { name: 'Runs' })).toBeHidden()

  await page.goto(`/automations/${id}`)
  await cardOf(page).getByRole('button', { name: 'Create Address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Address of Invoices' })
  const address = await dialog.locator('button code').innerText()
  expect(address).toMatch(/\/p\/[\w-]{20,}$/)
  await expect(dialog.getByRole('region', { name: 'curl' })).toContainText(`-X POST '${address}'`)
  await dialog.getByRole('combobox', { name: 'How it is called' }).selectOption('GitHub Actions')
  await expect(dialog.getByRole('region', { name: 'GitHub Actions' })).toContainText('if: always()')
  await expectAccessible(page, 'the address of an automation')
  await expect(dialog.getByText('Waiting for the first call…')).toBeVisible()
  await call(page, address)
  await expect(dialog.getByText('It reported. Run 1: Success, Just now')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('article')).toContainText('On time')
  await expect(cardOf(page)).toContainText('1 of 1 run in 30 days')
  await page.reload()
  await expect(page.getByRole('article')).toContainText('On time')
  await expect(page.getByText(address)).toHaveCount(0)

  await test.step('its schedule is set', async () => {
    await cardOf(page).getByRole('button', { name: 'Options of the heartbeat' }).click()
    await page.getByRole('menuitem', { name: 'Set Expectation' }).click()
    const expected = page.getByRole('dialog', { name: 'Set Expectation' })
    await expected.getByRole('radio', { name: 'At set times' }).check({ force: true })
    await expectAccessible(page, 'the expectation of an automation')
    await expected.getByRole('button', { name: 'Save' }).click()
    await expect(cardOf(page)).toContainText('late after')
  })

  await test.step('its alerts are muted until a member unmutes them', async () => {
    await cardOf(page).getByRole('button', { name: 'Options of the heartbeat' }).click()
    await page.getByRole('menuitem', { name: 'I Know, Be Silent Until…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Be Silent' }).click()
    await expect(cardOf(page)).toContainText('Silent until')
    await cardOf(page).getByRole('button', { name: 'Tell Again' }).click()
    await expect(cardOf(page)).not.toContainText('Silent until')
  })

  await test.step('a row updates while a member looks at it', async () => {
    await page.goto('/automations')
    await expect(rowOf(page, 'Invoices')).toContainText('On time')
    await call(page, `${address}/fail`)
    await expect(rowOf(page, 'Invoices')).toContainText('Failing', SOON)
  })

  await test.step('without its ping URL it reports nothing any more', async () => {
    await page.goto(`/automations/${id}`)
    await cardOf(page).getByRole('button', { name: 'Options of the heartbeat' }).click()
    await page.getByRole('menuitem', { name: 'Revoke Address' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke Address' }).click()
    await expect(cardOf(page).getByRole('button', { name: 'Create Address' })).toBeVisible()
  })
})

test('viewers see its state, and have no buttons', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const id = await arrangeAutomation(cairn.database, { accountId, name: 'Invoices' })
  await page.goto(`/automations/${id}`)
  await expect(cardOf(page)).toContainText('It can report each run')
  await expect(cardOf(page).getByRole('button')).toHaveCount(0)
})

test('many records get ping URLs at once, and are paused and resumed', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'manager')
  for (const name of ['Invoices', 'Reminders']) await arrangeAutomation(cairn.database, { accountId, name })
  await openCatalogue(page, 'Automations')
  const choose = async (action: string) => {
    for (const name of ['Invoices', 'Reminders'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Heartbeats' }).click()
    await page.getByRole('option', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
  }
  await choose('Create Addresses')
  const dialog = page.getByRole('dialog', { name: '2 addresses' })
  const lines = (await dialog.getByRole('region', { name: 'Addresses' }).innerText()).split('\n')
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['Invoices', 'Reminders'])
  await expectAccessible(page, 'many addresses')
  for (const line of lines) await call(page, line.split('\t')[1] ?? '')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(rowOf(page, 'Reminders')).toContainText('On time', SOON)
  await choose('Pause')
  await expect(rowOf(page, 'Invoices')).toContainText('Paused')
  await choose('Resume')
  await expect(rowOf(page, 'Invoices')).toContainText('On time')
})
