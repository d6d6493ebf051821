import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { goOnline } from './support/browser.ts'
import { expectFocusSeen, tabTo } from './support/keyboard.ts'
import { expectWhole } from './support/layout.ts'
import { LOST_CONNECTION } from './support/news.ts'
import { visit } from './support/screens.ts'
import {
  arrangeSystem,
  expectResting,
  keepSignInAs,
  listedNames,
  openSystems,
  VIEWERS_CHANGE_NOTHING,
} from './support/systems.ts'
import { expect, test } from './support/test.ts'
import { expectToast } from './support/toasts.ts'

test.use({ expectedComplaints: [[LOST_CONNECTION], { scope: 'test' }] })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').getByRole('link', { name, exact: true })
const backToList = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Systems' })

test('the page of a record opens by its address, and after a reload', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, {
    accountId,
    name: 'Payroll',
    description: 'Pays everybody.',
  })
  await cairn.database`update public.systems set vendor = 'Acme', renews_on = '2999-03-01' where id = ${id}`
  await visit(page, `/systems/${id}`)
  for (const time of ['opened', 'loaded anew']) {
    await test.step(time, async () => {
      await expect(heading(page, 'Payroll')).toBeVisible()
      await expect(page).toHaveTitle('Payroll · Cairn')
      const whole = page.getByRole('article', { name: 'Payroll' })
      await expect(whole).toContainText('Active')
      await expect(whole).toContainText('Pays everybody.')
      await expect(whole).toContainText('Acme')
      await expect(whole.getByRole('heading', { name: 'Experts' })).toBeVisible()
      await expect(whole.getByRole('list', { name: 'History' })).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('table')).toHaveCount(0)
      await expect(
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Systems' }),
      ).toHaveAttribute('aria-current', 'page')
    })
    await page.reload()
    await expect(heading(page, 'Payroll')).toBeVisible()
  }
  await expectAccessible(page, 'the page of a record')
  await backToList(page).click()
  await expect(listedNames(page)).toHaveText(['Payroll'])

  await test.step('an earlier address leads there', async () => {
    await page.goto(`/systems?id=${id}&view=page`)
    await expect(page).toHaveURL(`/systems/${id}`)
    await expect(heading(page, 'Payroll')).toBeVisible()
  })
})

test('the browser’s own ways open it in a new tab, from the name and from the row', async ({
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
})

for (const width of [1440, 1024])
  test(`Enter opens the details, and Enter again the page, ${width} wide`, async ({
    page,
    cairn,
    organisation,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { accountId } = await keepSignInAs(page, organisation, 'admin')
    const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
    await arrangeSystem(cairn.database, { accountId, name: 'Portal' })
    await openSystems(page)
    await page.getByRole('searchbox', { name: 'Filter systems' }).fill('pay')
    await expect(listedNames(page)).toHaveText(['Payroll'])
    await row(page, 'Payroll').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/systems/${id}`)
    await expect(heading(page, 'Payroll')).toBeFocused()

    await test.step('Tab reaches the actions, and the list is unchanged', async () => {
      const beside = page.getByRole('link', { name: 'Show beside the list' })
      await tabTo(beside)
      await expectFocusSeen(beside)
      await tabTo(page.getByRole('article').getByRole('button', { name: 'Delete' }))
      await tabTo(page.getByRole('article').getByRole('button', { name: 'Edit' }))
      await tabTo(backToList(page), 'Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(listedNames(page)).toHaveText(['Payroll'])
      await expect(page).toHaveURL('/systems?q=pay')
    })
    await test.step('Back leads through all of it again', async () => {
      await page.goBack()
      await expect(heading(page, 'Payroll')).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog', { name: 'Payroll' })).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

test('a record is edited and deleted from its page', async ({ page, cairn, organisation }) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await visit(page, `/systems/${id}`)
  const whole = page.getByRole('article')
  const form = page.getByRole('dialog', { name: 'Edit System' })

  await test.step('edit', async () => {
    await whole.getByRole('button', { name: 'Edit' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
    await expect(whole.getByRole('button', { name: 'Edit' })).toBeFocused()
    await page.keyboard.press('Enter')
    await form.getByLabel('System Name').fill('Wages')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Wages has been updated successfully')
    await expect(heading(page, 'Wages')).toBeVisible()
    await expect(page).toHaveTitle('Wages · Cairn')
    await expect(whole.getByRole('list', { name: 'History' })).toContainText('Wages')
  })
  await test.step('beside the list', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Show beside the list' }).click()
    await expect(page.getByRole('dialog', { name: 'Wages' })).toBeVisible()
    await expect(listedNames(page)).toHaveText(['Wages'])
    await page.getByRole('link', { name: 'Open as page' }).click()
    await expect(heading(page, 'Wages')).toBeFocused()
  })
  await test.step('delete, and undo', async () => {
    await whole.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/systems')
    await expect(page.getByRole('heading', { name: 'No Systems Yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(listedNames(page)).toHaveText(['Wages'])
  })
})

test('a missing record, a foreign one and an invalid id show the same message as beside the list', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const [stranger] = await cairn.database<{ id: string }[]>`
    insert into public.accounts (name) values (${randomUUID()}) returning id`
  const foreign = await arrangeSystem(cairn.database, { accountId: stranger?.id ?? '', name: 'Secret' })
  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  for (const id of [randomUUID(), foreign, 'nonsense', '%F0%9F%9A%80', "1'--"]) {
    await test.step(id, async () => {
      await visit(page, `/systems/${id}`)
      await expect(heading(page, 'System not found')).toBeVisible()
      await expect(page.getByText('This system has been deleted, or the address is wrong.')).toBeVisible()
      await expect(page.getByText('Secret')).toHaveCount(0)
    })
  }
  await expectAccessible(page, 'no such record')
  await backToList(page).click()
  await expect(listedNames(page)).toHaveText(['Payroll'])
})

test('a viewer reads it and learns why nothing can be changed, and nobody sees a feature that is switched off', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId } = await keepSignInAs(page, organisation, 'viewer')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await visit(page, `/systems/${id}`)
  for (const name of ['Edit', 'Delete'])
    await expectResting(page.getByRole('article').getByRole('button', { name }), VIEWERS_CHANGE_NOTHING)
  await cairn.database`
    insert into public.app_features (account_id, feature_name, enabled) values (${accountId}, 'systems', false)`
  await page.goto('/systems')
  await expect(heading(page, 'Feature Disabled')).toBeVisible()
  await page.goto(`/systems/${id}`)
  await expect(heading(page, 'Feature Disabled')).toBeVisible()
  await expect(page.getByText('Payroll')).toHaveCount(0)
})

test('on a phone it is one column, and a lost connection leaves it unchanged', async ({
  page,
  context,
  cairn,
  organisation,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { accountId } = await keepSignInAs(page, organisation, 'admin')
  const id = await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  await visit(page, '/systems')
  await page.getByRole('link', { name: 'Payroll', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open as page' }).click()
  await expect(heading(page, 'Payroll')).toBeVisible()
  await expect(page).toHaveURL(`/systems/${id}`)
  await expectWhole(page, 'the page of a record on a phone')
  await expectAccessible(page, 'the page of a record on a phone')
  await context.setOffline(true)
  await expect(page.getByText(/^You are offline/)).toBeVisible()
  await expect(heading(page, 'Payroll')).toBeVisible()
  await goOnline(page)
  await backToList(page).click()
  await expect(page.getByRole('article')).toBeVisible()
})
