import { CRAMPED_NAMES, EDGELESS, LAYOUT_FAULTS } from '@cairn/testing/layout-faults'
import { expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { settled } from './screens.ts'

const faultsSchema = z.array(z.string())

/** Returns the names on the screen for which a list leaves less room than it should. */
export async function crampedNames(page: Page): Promise<string[]> {
  await expect(page.locator('main [data-row-title]').first()).toBeVisible()
  return faultsSchema.parse(await page.evaluate(CRAMPED_NAMES))
}

/** Expects that nothing of the page is cut off, covered or outside of the window. */
export async function expectWhole(page: Page, what: string): Promise<void> {
  await settled(page)
  await expect
    .soft(async () => expect(faultsSchema.parse(await page.evaluate(LAYOUT_FAULTS)), what).toEqual([]))
    .toPass({ timeout: 30_000 })
}

const WIDTHS = [1920, 1280, 1024, 768, 375, 320] as const
/** The visible part of a window of 1280 × 800 px at 200%. */
const ZOOMED = { width: 640, height: 400 }
/** An A4 page within its margins. */
const PAPER = { width: 718, height: 1000 }

/** Checks the screen in each width, at 200%, in the system's colors and on paper. */
export async function expectWholeEverywhere(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectWhole(page, `${what} at ${width} px`)
  }
  await page.setViewportSize(ZOOMED)
  await expectWhole(page, `${what} at 200%`)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ forcedColors: 'active' })
  await expectWhole(page, `${what} in forced colours`)
  await expectEdges(page, what)
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.setViewportSize(PAPER)
  await expectWhole(page, `${what} on paper`)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function expectEdges(page: Page, what: string): Promise<void> {
  const faults = faultsSchema.parse(await page.evaluate(EDGELESS))
  expect.soft(faults, `${what} in forced colours`).toEqual([])
}
