import type { Locator, Page } from '@playwright/test'
import type postgres from 'postgres'
import { expectAccessible } from './support/accessibility.ts'
import { arrangeExperts, arrangeSystem, keepSignInAs } from './support/systems.ts'
import { expect, signIn, test } from './support/test.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * WEEK_MS)
const linesOf = (page: Page): Locator => page.getByRole('list', { name: 'Coverage' }).getByRole('listitem')

/** Lets a change of a record have happened earlier, and nobody have looked meanwhile. */
async function happened(database: postgres.Sql, recordId: string, field: string, at: Date): Promise<void> {
  await database`
    update public.record_history set changed_at = ${at} where record_id = ${recordId} and field = ${field}`
}

test('the dashboard tells how many records have an owner and a second person, and how that came', async ({
  page,
  cairn,
  organisation,
}) => {
  const founder = await organisation.member('Ada Founder')
  const me = await organisation.member('Mia Manager', 'manager')
  const ben = await organisation.member('Ben Owner')
  const accountId = await organisation.accountId()
  const { database } = cairn
  const systems: string[] = []
  for (let n = 1; n <= 10; n++)
    systems.push(
      await arrangeSystem(database, {
        accountId,
        name: `System ${n}`,
        ownerId: n <= 4 ? ben.id : null,
        createdAt: weeksAgo(20),
      }),
    )
  const [first = '', second = ''] = systems
  for (const given of systems.slice(4, 9)) {
    await database`update public.systems set owner_id = ${founder.id} where id = ${given}`
    await happened(database, given, 'owner_id', weeksAgo(6))
  }
  await arrangeExperts(database, { accountId, systemId: first, people: [founder] })
  await happened(database, first, 'experts', weeksAgo(15))
  await arrangeExperts(database, { accountId, systemId: second, people: [founder] })
  await happened(database, second, 'experts', weeksAgo(3))
  await database`delete from private.coverage_weeks where account_id = ${accountId}`

  await test.step('now, and against twelve weeks ago', async () => {
    // Not before: an open dashboard hears of each change, and would write the weeks down as they were between two.
    await signIn(page, me)
    await expect(linesOf(page)).toHaveText([
      '90% have an owner · up 50 points in 12 weeks',
      '20% are known to a second person · up 10 points in 12 weeks',
    ])
    await expect(page.getByText('Week by week since')).toBeVisible()
    await expect(linesOf(page).locator('polyline')).toHaveCount(2)
    await expectAccessible(page, 'the dashboard with coverage')
  })

  await test.step('each week can be read by keyboard and pointer, and in a table', async () => {
    const line = page.getByRole('slider', { name: 'With an owner' })
    await line.focus()
    await expect(line).toHaveAttribute('aria-valuetext', /: 90%$/)
    await page.keyboard.press('Home')
    await expect(line).toHaveAttribute('aria-valuetext', /: 40%$/)
    await expect(linesOf(page).first()).toContainText('40% · ')
    await line.blur()
    await line.hover({ position: { x: 2, y: 10 } })
    await expect(linesOf(page).first()).toContainText('40% · ')
    await page.getByText('Week by week since').click()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows.nth(1)).toContainText('90%20%')
    await expect(rows.last()).toContainText('40%0%')
    await expectAccessible(page, 'coverage as a table')
  })

  await test.step('a member leaves who owned four', async () => {
    await database`delete from public.account_members where user_id = ${ben.id}`
    await page.reload()
    await expect(linesOf(page)).toHaveText([
      '50% have an owner · up 10 points in 12 weeks',
      '20% are known to a second person · up 10 points in 12 weeks',
    ])
  })

  await test.step('on a phone it stays in the card, in forced colours too', async () => {
    await page.setViewportSize({ width: 375, height: 740 })
    await page.emulateMedia({ forcedColors: 'active' })
    await expect(linesOf(page).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await expectAccessible(page, 'coverage on a phone')
  })
})

test('an account without two weeks behind it has figures and no trend', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await keepSignInAs(page, organisation, 'manager')
  await page.goto('/')
  await expect(page.getByText('There are no records yet.')).toBeVisible()
  await expect(linesOf(page)).toHaveCount(0)
  await arrangeSystem(cairn.database, { accountId, name: 'Owned', ownerId: founder.id })
  await arrangeSystem(cairn.database, { accountId, name: 'Unowned' })
  await page.reload()
  await expect(linesOf(page)).toHaveText(['50% have an owner', '0% are known to a second person'])
  await expect(page.getByText('The trend appears here after two weeks.')).toBeVisible()
})
