import type { Page } from '@playwright/test'
import { z } from 'zod'

const LONG_ENOUGH_MS = 60_000

/** Returns the present time of the page. */
async function pageNow(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate('Date.now()'))
}

/** Stops the page's clock, which a test has installed, from now on. */
export async function stopClock(page: Page): Promise<void> {
  // The clock continues during the call: the moment has to be in its future.
  await page.clock.pauseAt((await pageNow(page)) + 1_000)
}

/**
 * Runs the page's clock, which is stopped, step by step until something has happened.
 * @returns how many milliseconds of that clock it took, whatever the machine needed for it.
 */
export async function runUntil(page: Page, happened: () => Promise<boolean>, stepMs = 20): Promise<number> {
  let passedMs = 0
  while (!(await happened())) {
    if (passedMs > LONG_ENOUGH_MS) throw new Error(`It did not happen within ${LONG_ENOUGH_MS} ms.`)
    await page.clock.runFor(stepMs)
    passedMs += stepMs
  }
  return passedMs
}
