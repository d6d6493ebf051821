import type { Page } from '@playwright/test'
import { z } from 'zod'
import { arrangeAgent, arrangeAutomation, arrangeSolution } from './support/records.ts'
import { arrangeSystem, signInAs } from './support/systems.ts'
import { expect, test } from './support/test.ts'

/** As long as a name may be, without a space to break it at. */
const LONG_NAME = 'Personalabrechnungszwischenspeicher'.repeat(4).slice(0, 120)
const SCREENS = ['/', '/systems', '/solutions', '/agents', '/automations', '/search?q=Personal']

async function expectNoSideways(page: Page, what: string): Promise<void> {
  const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
  const [content, window] = z.tuple([z.number(), z.number()]).parse(widths)
  expect.soft(content, what).toBeLessThanOrEqual(window)
}

test('[OPEN-03] a name of 120 characters without a space fits every window', async ({
  page,
  cairn,
  organisation,
}) => {
  test.slow()
  const { accountId, founder } = await signInAs(page, organisation, 'admin')
  const record = { accountId, name: LONG_NAME, ownerId: founder.id, createdBy: founder.id }
  await arrangeSystem(cairn.database, record)
  await arrangeSolution(cairn.database, record)
  await arrangeAgent(cairn.database, { ...record, status: 'active' })
  await arrangeAutomation(cairn.database, { ...record, status: 'active' })
  for (const width of [320, 375, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of SCREENS) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('#main').getByText(LONG_NAME).first()).toBeVisible()
      await expectNoSideways(page, `${path} at ${width}`)
    }
  }
})

test('a long name keeps 160 px and leaves room for its deletion from 768 to 1280 px', async ({
  page,
  cairn,
  organisation,
}) => {
  const { accountId, founder } = await signInAs(page, organisation, 'admin')
  const record = { accountId, name: LONG_NAME, ownerId: founder.id, createdBy: founder.id }
  await arrangeSystem(cairn.database, record)
  await arrangeSolution(cairn.database, record)
  await arrangeAgent(cairn.database, record)
  await arrangeAutomation(cairn.database, record)
  for (const width of [768, 900, 1023, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/systems', '/solutions', '/agents', '/automations']) {
      await page.goto(path)
      const name = page.getByText(LONG_NAME, { exact: true })
      await expect(name).toBeVisible()
      const cell = page.getByRole('cell').filter({ has: name }).or(name)
      expect
        .soft((await cell.first().boundingBox())?.width, `${path} at ${width}`)
        .toBeGreaterThanOrEqual(160)
      const remove = await page.getByRole('button', { name: `Delete ${LONG_NAME}` }).boundingBox()
      expect.soft((remove?.x ?? width) + (remove?.width ?? 0), `${path} at ${width}`).toBeLessThan(width)
      expect.soft(remove?.width, `${path} at ${width}`).toBeGreaterThanOrEqual(32)
    }
  }
})

test('[TEAM-16] in the team directory names keep their room, and filters their words', async ({
  page,
  organisation,
}) => {
  await signInAs(page, organisation, 'admin')
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto('/team')
  const table = page.getByRole('table', { name: 'Team Directory' })
  const name = await table.getByRole('row', { name: 'Ada Founder' }).getByRole('cell').first().boundingBox()
  expect(name?.width).toBeGreaterThanOrEqual(220)
  await page.setViewportSize({ width: 320, height: 640 })
  const filter = page.getByLabel('Department', { exact: true })
  const room = await filter.evaluate((select) => {
    const text = select.ownerDocument.createElement('span')
    text.textContent = 'All Departments'
    text.style.cssText = 'position: absolute; white-space: nowrap'
    text.style.font = select.ownerDocument.defaultView?.getComputedStyle(select).font ?? ''
    select.ownerDocument.body.append(text)
    const { width } = text.getBoundingClientRect()
    text.remove()
    const { paddingLeft = '0', paddingRight = '0' } =
      select.ownerDocument.defaultView?.getComputedStyle(select) ?? {}
    return select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
  })
  expect(room, 'the arrow stands beside the words').toBeGreaterThanOrEqual(0)
})
