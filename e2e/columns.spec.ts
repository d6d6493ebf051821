import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { exampleWorks } from './support/example-works.ts'
import { boxOf } from './support/motion.ts'
import { type Cairn, expect, freshDomain, keepSignIn, test } from './support/test.ts'

const heads = (page: Page) => page.getByRole('columnheader')
const edge = (page: Page, column: string) => page.getByRole('separator', { name: `Width of ${column}` })

async function openList(page: Page, { database }: Cairn): Promise<void> {
  const me = await exampleWorks(database, { domain: freshDomain() })
  await keepSignIn(page, me)
  await database`update public.systems set vendor = 'Acme', criticality = 'high' where name = 'Billing'`
  await page.goto('/systems')
  await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeVisible()
}

test('columns are chosen, put in order and made wider with the keyboard alone, and a link shows the same', async ({
  page,
  cairn,
}) => {
  await openList(page, cairn)
  await page.getByRole('button', { name: 'Columns' }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Columns' })
  // A press on a handle alone moves nothing: it opens a menu, which goes before what is around it.
  await menu.getByRole('button', { name: 'Move Status' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Move Up', 'Move Down'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(menu.getByRole('button', { name: 'Move Status' })).toBeFocused()
  await expect(page).toHaveURL(/\/systems$/)
  await menu.getByRole('checkbox', { name: 'Vendor' }).focus()
  await page.keyboard.press('Space')
  await menu.getByRole('checkbox', { name: 'Created' }).focus()
  await page.keyboard.press('Space')
  await expect(heads(page)).toHaveText(['Name', 'Description', 'Status', 'Owner', 'Vendor', 'Actions'])

  await menu.getByRole('button', { name: 'Move Vendor' }).focus()
  await page.keyboard.press('Home')
  await expect(menu.getByRole('button', { name: 'Move Vendor' })).toBeFocused()
  await expect(menu.getByRole('status')).toHaveText(/^Vendor: place 1 of \d+$/)
  await expect(heads(page)).toHaveText(['Name', 'Vendor', 'Description', 'Status', 'Owner', 'Actions'])
  await menu.getByRole('switch', { name: 'Freeze the name' }).focus()
  await page.keyboard.press('Space')
  await expectAccessible(page, 'choice of columns')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused()

  await edge(page, 'Vendor').focus()
  await expect(edge(page, 'Vendor')).toHaveAttribute('aria-valuenow', '160')
  await page.keyboard.press('ArrowRight')
  await expect(edge(page, 'Vendor')).toHaveAttribute('aria-valuenow', '176')
  await expect(page).toHaveURL('/systems?cols=*name%2Cvendor-176%2Cdescription%2Cstatus%2Cowner')
  await expectAccessible(page, 'chosen columns')

  await page.reload()
  await expect(heads(page)).toHaveText(['Name', 'Vendor', 'Description', 'Status', 'Owner', 'Actions'])
  await expect(page.getByRole('row', { name: 'Billing' }).getByRole('cell').nth(1)).toHaveText('Acme')
  await expect(edge(page, 'Vendor')).toHaveAttribute('aria-valuenow', '176')

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Reset' }).click()
  await expect(page).toHaveURL('/systems')
  await expect(heads(page)).toHaveText(['Name', 'Description', 'Status', 'Owner', 'Created', 'Actions'])
})

test('the edge of a head is dragged, and the name stays in sight while the table scrolls sideways', async ({
  page,
  cairn,
}) => {
  await openList(page, cairn)
  const owner = page.getByRole('columnheader', { name: 'Owner' })
  const before = await boxOf(owner)
  const x = before.x + before.width - 3
  await page.mouse.move(x, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 30, before.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/cols=name-\d+%2Cdescription%2Cstatus-\d+%2Cowner-\d+/)
  await expect.poll(async () => (await boxOf(owner)).width).toBeCloseTo(before.width + 30, 0)

  const wide = '*name,status-400,owner-400,vendor-400,criticality-400'
  await page.goto(`/systems?cols=${wide}`)
  const title = page.getByRole('link', { name: 'Billing', exact: true })
  await expect(title).toBeVisible()
  const place = await boxOf(title)
  const last = page.getByRole('row', { name: 'Billing' }).getByText('High', { exact: true })
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect.poll(async () => (await boxOf(title)).x).toBe(place.x)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
})

test('on a phone the chosen columns are the lines of the cards', async ({ page, cairn }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await openList(page, cairn)
  await page.getByRole('button', { name: 'Columns' }).click()
  const menu = page.getByRole('dialog', { name: 'Columns' })
  await menu.getByRole('checkbox', { name: 'Criticality' }).check()
  await menu.getByRole('checkbox', { name: 'Description' }).uncheck()
  await page.keyboard.press('Escape')
  const card = page.getByRole('listitem').filter({ hasText: 'Billing' })
  await expect(card.getByRole('term')).toHaveText(['Status', 'Owner', 'Created', 'Criticality'])
  await expect(card.getByText('High', { exact: true })).toBeVisible()
  await expectAccessible(page, 'chosen lines')
})
