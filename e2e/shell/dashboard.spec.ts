import type { Locator, Page } from '@playwright/test'
import { arrangeSystem } from '../support/systems.ts'
import { expect, signIn, test } from '../support/test.ts'

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
