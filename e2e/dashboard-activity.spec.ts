import type { Locator, Page } from '@playwright/test'
import { card } from './support/cards.ts'
import { withoutNews } from './support/news.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
import { expect, signIn, test } from './support/test.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const activityCard = (page: Page): Locator => card(page, 'Recent Activity')

const activities = (page: Page): Locator => activityCard(page).getByRole('listitem')

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
