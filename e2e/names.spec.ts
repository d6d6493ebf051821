import type { Page } from '@playwright/test'
import { arrangeAgent } from './support/records.ts'
import { arrangeManySystems, arrangeSystem, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

/** More rows than are drawn at once: then rows that are not drawn have others in their place. */
const MANY = 130
const LEAST_PX = 160
const WIDTHS = [1024, 1100, 1180, 1280, 1360, 1366, 1440, 1920]

/** The names that are drawn, in windows of every width, are never narrower than this many pixels. */
async function narrowestName(page: Page): Promise<Record<number, number>> {
  const widths: Record<number, number> = {}
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const names = page.locator('main tbody tr[data-index] td:first-child')
    await expect(names.first()).toBeVisible()
    const drawn = await names.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
    widths[width] = Math.floor(Math.min(...drawn))
  }
  return widths
}

async function expectRoomForNames(page: Page): Promise<void> {
  const widths = await narrowestName(page)
  expect(Object.entries(widths).filter(([, width]) => width < LEAST_PX)).toEqual([])
}

test('names keep their room in long lists, beside an open record too, in every language', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await signInAs(page, organisation, 'admin')
  await arrangeManySystems(cairn.database, { accountId, ownerId: founder.id, count: MANY })
  const open = await arrangeSystem(cairn.database, { accountId, name: 'Archive', ownerId: founder.id })
  for (let count = 0; count < MANY; count += 1)
    await arrangeAgent(cairn.database, { accountId, name: `Agent ${count} of the register` })
  for (const language of ['en', 'de', 'fr', 'es']) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    for (const path of ['/systems', `/systems?id=${open}`, '/agents', '/agents?gap=no_owner'])
      await test.step(`${path} in ${language}`, async () => {
        await page.goto(path)
        await expectRoomForNames(page)
      })
  }
})
