import type { Locator, Page } from '@playwright/test'
import { heldBack } from './support/browser.ts'
import { card } from './support/cards.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

const figure = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Figures' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const activityCard = (page: Page): Locator => card(page, 'Recent Activity')

const activities = (page: Page): Locator => activityCard(page).getByRole('listitem')

test('[DASH-01, 02, 03, 16, 17, 18, 19] the dashboard leads to every catalogue', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  const quick = page.getByRole('navigation', { name: 'Quick Links' })
  const actions = page.locator('#main header').first()
  const follow = async (link: Locator, path: string) => {
    await link.click()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  }
  await follow(actions.getByRole('link', { name: 'Create Automation' }), '/automations')
  await follow(actions.getByRole('link', { name: 'Add System' }), '/systems')
  await expect(quick).toHaveCount(0)
  // On a phone the menu is closed.
  await page.setViewportSize({ width: 375, height: 800 })
  await follow(quick.getByRole('link', { name: 'Manage Systems' }), '/systems')
  await follow(quick.getByRole('link', { name: 'View Automations' }), '/automations')
  await follow(quick.getByRole('link', { name: 'AI Agents' }), '/agents')
  await follow(quick.getByRole('link', { name: 'Browse Solutions' }), '/solutions')
})

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
  expect(asked).toContain('/rest/v1/rpc/get_dashboard_counts')
  expect(asked).not.toContain('/rest/v1/systems')
})

test('[DASH-06, 07, 08, 12, GUEST-27] guests see the figures and the news of the examples', async ({
  page,
}) => {
  await continueAsGuest(page)
  await expect(figure(page, 'Running Automations')).toHaveText(/^Running Automations2Currently active$/)
  await expect(figure(page, 'AI Agents')).toHaveText(/^AI Agents2Deployed agents$/)
  await expect(figure(page, 'Solutions')).toHaveText(/^Solutions2Available templates$/)
  await expect(activities(page)).toHaveCount(5)
  await expect(activities(page).first()).toContainText('Updated by Bo Sample')
  await expect(activities(page).first()).toContainText('12 minutes ago')
})

test('[DASH-09, 13] a part that is still loading keeps its place', async ({ page, organisation }) => {
  const giveCounts = await heldBack(page, '**/rest/v1/rpc/get_dashboard_counts')
  const giveActivity = await heldBack(page, '**/rest/v1/rpc/get_recent_activity')
  await signInAs(page, organisation, 'viewer')
  for (const title of ['Active Systems', 'Running Automations', 'AI Agents', 'Solutions']) {
    await expect(figure(page, title)).toContainText('…')
  }
  await expect(activityCard(page)).toHaveAttribute('aria-busy', 'true')
  await expect(activityCard(page).locator('[data-skeleton-row]')).toHaveCount(4)
  giveCounts()
  giveActivity()
  await expect(figure(page, 'Active Systems')).toHaveText(/^Active Systems0Registered systems$/)
  await expect(activityCard(page).locator('[data-skeleton-row]')).toHaveCount(0)
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

/** Returns the words that break across lines. */
const brokenWords = (names: Locator): Promise<string[]> =>
  names.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const broken: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(word)
        }
      return broken
    }),
  )

test('on a phone, the name of no figure breaks within a word, in any language', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await continueAsGuest(page)
  for (const language of ['en', 'es', 'fr', 'de']) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    await page.reload()
    const names = page.locator('#main section[aria-label] section h2')
    await expect(names).toHaveCount(4)
    expect(await brokenWords(names), language).toEqual([])
  }
})
