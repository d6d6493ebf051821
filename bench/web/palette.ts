import type { Page } from '@playwright/test'
import { heading, line, milliseconds } from '../support/print.ts'
import { measured } from './in-page.ts'
import type { Visitors } from './visitors.ts'

const TIMES = 5

/** Its code, which is fetched when nothing else wants the line. */
const CODE = 'command-palette'
const PRESS = `for (const key of ['Control', 'k'])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }))`
const ONE_CAN_TYPE = `document.activeElement?.matches('[role="dialog"] input')`

/** From the keys to the field one can type into, the first time on a page: the median. */
export async function measurePalette(visitors: Visitors): Promise<void> {
  heading(`The command palette, opened for the first time, median of ${TIMES}`)
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) times.push(await opened(await visitors.member()))
  const sorted = times.sort((one, other) => one - other)
  line('one can type', milliseconds(sorted[Math.floor(TIMES / 2)] ?? Number.NaN), '100 ms')
}

async function opened(page: Page): Promise<number> {
  const code = page.waitForEvent('requestfinished', (request) => request.url().includes(CODE))
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await code
  await page.waitForLoadState('networkidle')
  const took = await measured(page, PRESS, ONE_CAN_TYPE)
  await page.context().close()
  return took
}
