import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { largeTest as test } from './support/large-organisation.ts'
import { expectWhole } from './support/layout.ts'
import { boxOf } from './support/motion.ts'
import { settled, visit, walks } from './support/screens.ts'
import { expect, keepSignIn } from './support/test.ts'

// A layout that is whole with six records may break with 3,000 of all kinds, with 200 people, and with every gap.

// Each long screen is grouped with a short one.
const SCREENS = [
  '/',
  '/settings?tab=security',
  '/systems',
  '/solutions',
  '/agents',
  '/automations',
  '/team',
  '/bin',
]
const WIDTHS = [1920, 1440, 1280, 1024, 768, 375, 320]

async function expectWholeInWidths(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectWhole(page, `${path} at ${width} px`)
  }
}

test.describe('in an account of 200 members and 3,000 records nothing is cut off, and there is no barrier', () => {
  test.slow()

  for (const paths of walks(SCREENS, 2))
    test(`on ${paths.join(', ')}`, async ({ page, largeOrganisation }) => {
      await keepSignIn(page, largeOrganisation.admin)
      for (const path of paths) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await visit(page, path)
        await expectAccessible(page, path)
        await expectWholeInWidths(page, path)
      }
    })
})

test('the filters of a list take one line, and active filters one more for number and menus', async ({
  page,
  largeOrganisation,
}) => {
  await keepSignIn(page, largeOrganisation.admin)
  const heights = async (path: string) => {
    await page.goto(path)
    const found: Record<number, number> = {}
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await settled(page)
      const filter = await boxOf(page.getByRole('searchbox', { name: /^Filter/ }))
      const list = await boxOf(page.locator('#main table, #main ul[aria-label]').first())
      found[width] = Math.round(list.y - filter.y)
    }
    return Object.entries(found)
  }
  const all = '/agents?status=active,training&gap=no_owner,owner_left,nobody_else&q=e'
  expect((await heights('/agents')).filter(([, height]) => height > 56)).toEqual([])
  expect((await heights(all)).filter(([, height]) => height > 88)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  const filters = page.getByRole('group', { name: 'Filters' })
  await expect(filters.getByRole('button', { name: 'No owner' })).toHaveCount(1)
  await expect(filters.getByRole('button', { name: 'No owner' })).toHaveAttribute('aria-pressed', 'true')
  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('button', { name: 'Filters 5' }).click()
  await filters.getByRole('button', { name: 'No owner' }).click()
  await expect(page).not.toHaveURL(/no_owner/)
  await filters.getByRole('button', { name: /^Gaps/ }).click()
  await page.getByRole('option', { name: /^Owner left/ }).click()
  await expect(page).not.toHaveURL(/owner_left/)
  await page.keyboard.press('Escape')
  await expectAccessible(page, 'the filters on a phone')
})
