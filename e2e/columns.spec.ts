import type { Page } from '@playwright/test'
import { exampleWorks } from './support/example-works.ts'
import { boxOf } from './support/motion.ts'
import { type Cairn, expect, freshDomain, keepSignIn, test } from './support/test.ts'

async function openList(page: Page, { database }: Cairn): Promise<void> {
  const me = await exampleWorks(database, { domain: freshDomain() })
  await keepSignIn(page, me)
  await database`update public.systems set vendor = 'Acme', criticality = 'high' where name = 'Billing'`
  await page.goto('/systems')
  await expect(page.getByRole('link', { name: 'Billing', exact: true })).toBeVisible()
}

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
