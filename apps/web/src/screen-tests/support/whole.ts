import { EDGELESS, LAYOUT_FAULTS } from '@cairn/testing/layout-faults'
import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { settled } from './look.ts'

/** Expects that nothing of the screen is cut off, covered or outside of the window. */
export async function expectWhole(what: string): Promise<void> {
  await settled()
  await expect.poll(() => commands.evaluate(LAYOUT_FAULTS), { message: what }).toEqual([])
}

const WIDTHS = [1920, 1280, 1024, 768, 375, 320] as const
/** The visible part of a window of 1280 × 800 px at 200%. */
const ZOOMED = [640, 400] as const
/** An A4 page within its margins. */
const PAPER = [718, 1000] as const

/** Expects the same in some widths. */
export async function expectWholeAt(what: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.viewport(width, 800)
    await expectWhole(`${what} at ${width} px`)
  }
}

/** Checks the screen in each width, at 200%, in the system's colors and on paper. */
export async function expectWholeEverywhere(what: string): Promise<void> {
  await expectWholeAt(what, WIDTHS)
  await page.viewport(...ZOOMED)
  await expectWhole(`${what} at 200%`)
  await page.viewport(1280, 800)
  await commands.emulateMedia({ forcedColors: 'active' })
  await expectWhole(`${what} in forced colours`)
  expect(await commands.evaluate(EDGELESS), `${what} in forced colours`).toEqual([])
  await commands.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.viewport(...PAPER)
  await expectWhole(`${what} on paper`)
  await commands.emulateMedia({ media: 'screen' })
  await page.viewport(1280, 800)
}
