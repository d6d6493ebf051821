import type { Locator, Page } from '@playwright/test'
import { heldBack } from './support/browser.ts'
import { withoutNews } from './support/news.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
import { continueAsGuest, expect, signIn, test } from './support/test.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const figure = (page: Page, title: string): Locator =>
  page
    .getByRole('region', { name: 'Figures' })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

const activityCard = (page: Page): Locator =>
  page.locator('#main section').filter({ has: page.getByRole('heading', { name: 'Recent Activity' }) })

const activities = (page: Page): Locator => activityCard(page).getByRole('listitem')

test('[DASH-01, 02, 03, 16, 17, 18, 19] the dashboard leads to every catalogue', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  const quick = page.getByRole('navigation', { name: 'Quick Links' })
  const actions = page.locator('#main header').first()
  const ways = [
    { link: actions.getByRole('link', { name: 'Create Automation' }), path: '/automations' },
    { link: actions.getByRole('link', { name: 'Add System' }), path: '/systems' },
    { link: quick.getByRole('link', { name: 'Manage Systems' }), path: '/systems' },
    { link: quick.getByRole('link', { name: 'View Automations' }), path: '/automations' },
    { link: quick.getByRole('link', { name: 'AI Agents' }), path: '/agents' },
    { link: quick.getByRole('link', { name: 'Browse Solutions' }), path: '/solutions' },
  ]
  for (const { link, path } of ways) {
    await link.click()
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  }
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

test('[DASH-09, 13] what is still loading holds its place', async ({ page, organisation }) => {
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

test('[DASH-14, 15] nothing has happened yet', async ({ page, organisation }) => {
  await signInAs(page, organisation, 'admin')
  await expect(activityCard(page).getByText('No recent activity', { exact: true })).toBeVisible()
  const promise =
    'Activity will appear here as you create and update systems, automations, agents, and solutions.'
  await expect(activityCard(page).getByText(promise, { exact: true })).toBeVisible()
})

test('[DASH-24, 25, 26, 27, 28] a change says how long it is ago, or its date', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const accountId = await organisation.accountId()
  const nowMs = Date.now()
  for (const [name, ageMs] of [
    ['Second', 0],
    ['Minute', 5 * MINUTE + SECOND],
    ['Hour', 3 * HOUR + SECOND],
    ['Day', 6 * DAY + SECOND],
    ['Week', 8 * DAY],
  ] as const)
    await arrangeSystem(cairn.database, {
      accountId,
      name,
      createdBy: founder.id,
      createdAt: new Date(nowMs - ageMs),
    })
  await signIn(page, founder)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await expect(activities(page)).toHaveText([
    'SecondCreated by Ada FounderJust now',
    'MinuteCreated by Ada Founder5 minutes ago',
    'HourCreated by Ada Founder3 hours ago',
    'DayCreated by Ada Founder6 days ago',
    `WeekCreated by Ada Founder${date.format(nowMs - 8 * DAY)}`,
  ])
})

test('[DASH-12, 21, 23, 29] the eight latest changes say who did what', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const ben = await organisation.member('Ben Changer')
  const accountId = await organisation.accountId()
  const nowMs = Date.now()
  const long = new Date(nowMs - 400 * DAY)
  const arrange = (
    name: string,
    updatedAgoMs: number,
    more: { isNew?: boolean; by?: string | null } = {},
  ) => {
    const updatedAt = new Date(nowMs - updatedAgoMs)
    const { isNew = true, by = founder.id } = more
    const createdAt = isNew ? updatedAt : long
    return arrangeSystem(cairn.database, {
      accountId,
      name,
      createdBy: founder.id,
      updatedBy: by,
      createdAt,
      updatedAt,
    })
  }
  await arrange('Made', 2 * HOUR + SECOND)
  await arrange('Changed', 3 * HOUR + SECOND, { isNew: false, by: ben.id })
  const orphanId = await arrange('Orphan', 4 * HOUR + SECOND, { isNew: false, by: null })
  for (const hours of [5, 6, 7, 8, 9, 10]) await arrange(`Older ${hours}`, hours * HOUR + SECOND)

  await signIn(page, founder)
  await expect(activities(page)).toHaveText([
    'MadeCreated by Ada Founder2 hours ago',
    'ChangedUpdated by Ben Changer3 hours ago',
    'OrphanUpdated by Unknown User4 hours ago',
    ...[5, 6, 7, 8, 9].map((hours) => `Older ${hours}Created by Ada Founder${hours} hours ago`),
  ])
  await activities(page).nth(2).getByRole('link').click()
  await expect(page).toHaveURL(`/systems?id=${orphanId}`)
  await expect(page.getByRole('dialog', { name: 'Orphan' })).toBeVisible()
})

test('[DASH-20] the activity is asked for again every 30 s', async ({ page, cairn, organisation }) => {
  await page.clock.install()
  // They would show it sooner.
  await withoutNews(page)
  let answered = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/rpc/get_recent_activity')) answered += 1
  })
  const { accountId } = await signInAs(page, organisation, 'viewer')
  await expect(activityCard(page).getByText('No recent activity')).toBeVisible()
  const before = answered
  await page.clock.fastForward(30 * SECOND)
  await expect.poll(() => answered).toBe(before + 1)

  await arrangeSystem(cairn.database, { accountId, name: 'Payroll' })
  // The clock goes on by itself besides, for the page notes an answer only then: what this test takes until the next
  // check must not add up to the other 20 seconds.
  await page.clock.fastForward(10 * SECOND)
  await expect(activityCard(page).getByText('No recent activity')).toBeVisible()
  expect(answered).toBe(before + 1)
  await page.clock.fastForward(20 * SECOND)
  await expect(activities(page)).toHaveText([/^PayrollCreated by Unknown User/])
  expect(answered).toBe(before + 2)
})

/** Words that stand in more than one line. */
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
