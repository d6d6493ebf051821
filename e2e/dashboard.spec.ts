import type { Locator, Page } from '@playwright/test'
import { arrangeSystem } from './support/systems.ts'
import { expect, signIn, test } from './support/test.ts'

const figure = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Figures' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('[DASH-04, 05, 10, 11, DIS-31, GAP-09] the figures are counted by the server', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  const statuses = ['active', 'active', 'inactive', 'maintenance', 'deprecated']
  for (const [index, status] of statuses.entries()) {
    await arrangeSystem(cairn.database, { accountId, name: `System ${index}`, status })
  }
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, founder)
  const active = figure(page, 'Active Systems')
  await expect(active).toContainText('2')
  await expect(active).toHaveText(/^Active Systems2Registered systems: 5$/)
  await expect(active.locator('svg')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Figures' }).getByRole('heading')).toHaveText([
    'Active Systems',
    'Running Automations',
    'AI Agents',
    'Solutions',
  ])
  expect(asked).toContain('/rest/v1/rpc/get_first_screen')
  expect(asked).not.toContain('/rest/v1/systems')
})

test('the records that need the user come before the register, the register before the news, and answers before all', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  for (let n = 1; n <= 120; n++) await arrangeSystem(cairn.database, { accountId, name: `System ${n}` })
  const ledger = await arrangeSystem(cairn.database, { accountId, name: 'Ledger', ownerId: founder.id })
  await cairn.database`
    insert into public.handovers (account_id, kind, record_id, part, giver_name, receiver_id)
    values (${accountId}, 'system', ${ledger}, 'owner', 'Ana Example', ${founder.id})`
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, founder)
  const titles = page.locator('#main h2')
  await expect(titles).toHaveText([
    'First steps',
    'Needs your attention',
    'Active Systems',
    'Running Automations',
    'AI Agents',
    'Solutions',
    'Gaps',
    'Recent Activity',
  ])
  await expect(page.locator('#main h3')).toHaveText(['Handed over to you1', 'Without an owner120', 'Yours1'])
  const gaps = page.getByRole('definition').filter({ has: page.locator('a[href="/systems?owner=none"]') })
  await expect(gaps).toHaveText('Systems120')
  await page.getByRole('link', { name: 'Systems: Without an owner' }).click()
  await expect(page).toHaveURL('/systems?owner=none')
  await page.goBack()
  await page.getByRole('link', { name: 'Answer among the notifications' }).click()
  await expect(page).toHaveURL('/notifications')
})
