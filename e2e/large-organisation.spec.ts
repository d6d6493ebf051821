import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { largeTest as test } from './support/large-organisation.ts'
import { expectWhole } from './support/layout.ts'
import { visit, walks } from './support/screens.ts'
import { keepSignIn } from './support/test.ts'

// What is whole with six records need not be so with 3,000 of all kinds, with 200 people, and with every gap.

const LISTS = ['/systems', '/solutions', '/agents', '/automations']
const SCREENS = ['/', ...LISTS, '/team', '/settings?tab=security', '/bin']
const WIDTHS = [1920, 1440, 1280, 1024, 768, 375, 320]

async function expectWholeInWidths(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectWhole(page, `${path} at ${width} px`)
  }
}

test.describe('in an account of 200 members and 3,000 records nothing is cut off, and there is no barrier', () => {
  for (const paths of walks(SCREENS, 3))
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
