import type { Page } from '@playwright/test'
import { z } from 'zod'

const LONG_ENOUGH_MS = 60_000

/** What the page takes for the present. */
async function pageNow(page: Page): Promise<number> {
  return z.number().parse(await page.evaluate('Date.now()'))
}

/** Lets the page's clock, which a test has installed, stand still from now on. */
export async function stopClock(page: Page): Promise<void> {
  // It goes on while it is asked: the moment has to lie ahead of it.
  await page.clock.pauseAt((await pageNow(page)) + 1_000)
}

/**
 * Runs the page's clock, which stands still, step by step until something has happened.
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
