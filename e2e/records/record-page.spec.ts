import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { goOnline } from '../support/browser.ts'
import { LOST_CONNECTION } from '../support/news.ts'
import { arrangeSystem, keepSignInAs, openSystems } from '../support/systems.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedComplaints: [[LOST_CONNECTION], { scope: 'test' }] })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').getByRole('link', { name, exact: true })

test('the page of a record opens in a new tab, after a reload, and never for a stranger', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await openSystems(page)
  await expect(row(page, 'Payroll')).toHaveAttribute('href', `/systems/${id}`)
  const created = page.getByRole('row').nth(1).getByRole('cell').nth(2)
  for (const [what, press] of [
    ['the name with ctrl or cmd', () => row(page, 'Payroll').click({ modifiers: ['ControlOrMeta'] })],
    ['the name with the middle button', () => row(page, 'Payroll').click({ button: 'middle' })],
    ['the row with ctrl or cmd', () => created.click({ modifiers: ['ControlOrMeta'] })],
    ['the row with the middle button', () => created.click({ button: 'middle' })],
  ] as const) {
    await test.step(what, async () => {
      const opened = context.waitForEvent('page')
      await press()
      const tab = await opened
      await expect(heading(tab, 'Payroll')).toBeVisible()
      await expect(tab).toHaveURL(`/systems/${id}`)
      await tab.close()
      await expect(page).toHaveURL('/systems')
    })
  }
  await row(page, 'Payroll').click()
  await expect(page).toHaveURL(`/systems?id=${id}`)
  await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()

  await test.step('a reload shows the page again', async () => {
    await page.goto(`/systems/${id}`)
    await expect(heading(page, 'Payroll')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'Payroll')).toBeVisible()
    await expect(page).toHaveTitle('Payroll · Cairn')
  })
  await test.step('a lost connection leaves it unchanged', async () => {
    await context.setOffline(true)
    await expect(page.getByText(/^You are offline/)).toBeVisible()
    await expect(heading(page, 'Payroll')).toBeVisible()
    await goOnline(page)
  })
  await test.step('a foreign record shows the same message as a missing one', async () => {
    const [stranger] = await cairn.database<{ id: string }[]>`
      insert into public.accounts (name) values (${randomUUID()}) returning id`
    const foreign = await arrangeSystem(cairn.database, { accountId: stranger?.id ?? '', name: 'Secret' })
    await page.goto(`/systems/${foreign}`)
    await expect(heading(page, 'System not found')).toBeVisible()
    await expect(page.getByText('Secret')).toHaveCount(0)
  })
})
