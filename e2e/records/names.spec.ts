import { firstOf } from '@cairn/testing/tier'
import type { Page } from '@playwright/test'
import { type LargeOrganisation, largeTest as test } from '../support/large-organisation.ts'
import { crampedNames } from '../support/layout.ts'
import { settled } from '../support/screens.ts'
import { expect, keepSignIn } from '../support/test.ts'

const WIDTHS = [320, 375, 768, 1024, 1100, 1199, 1200, 1280, 1360, 1366, 1440, 1680, 1920]

/** Lists of every kind: all rows, some 30 of them, and beside an open record. */
const LISTS = ({ systemId, longNamedId }: LargeOrganisation) => [
  '/systems',
  `/systems?id=${systemId}`,
  `/systems?q=Personal&id=${longNamedId}`,
  '/solutions?gap=nobody_else',
  '/agents',
  '/agents?owner=none',
  '/automations',
]

async function expectRoomForNames(page: Page): Promise<void> {
  const cramped: Record<number, string[]> = {}
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    cramped[width] = (await crampedNames(page)).slice(0, 1)
  }
  expect.soft(Object.entries(cramped).filter(([, names]) => names.length > 0)).toEqual([])
}

// German has the longest words.
for (const language of firstOf(['de', 'en', 'fr', 'es']))
  test(`names keep their room in long lists, beside an open record too: ${language}`, async ({
    page,
    largeOrganisation,
  }) => {
    await page.addInitScript(`localStorage.setItem('language', '${language}')`)
    await keepSignIn(page, largeOrganisation.admin)
    for (const path of LISTS(largeOrganisation))
      await test.step(path, async () => {
        await page.goto(path)
        await expectRoomForNames(page)
      })
  })
