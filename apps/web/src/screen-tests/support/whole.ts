import { expect } from 'vitest'
import { commands, page } from 'vitest/browser'
import { expectGone } from './look.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** The visible defects of the screen, as journeys find them too. */
    layoutFaults: () => Promise<readonly string[]>
  }
}

/** Expects that nothing of the screen is cut off, covered or outside of the window. */
export async function expectWhole(screen: string): Promise<void> {
  await expectGone(page.getByCss('[aria-busy="true"], [data-loading]'))
  await expect.poll(() => commands.layoutFaults(), { message: screen }).toEqual([])
}
