import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'
import { LAYOUT_FAULTS } from '../packages/testing/src/layout-faults.ts'

/** Tells the visible defects of the screen of a test: what is cut off, covered or outside of the window. */
export const layoutFaults: BrowserCommand<[]> = async ({ frame }) => {
  const screen = await frame()
  return screen.evaluate<readonly string[]>(LAYOUT_FAULTS)
}
