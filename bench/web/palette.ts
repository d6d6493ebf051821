import type { Page } from '@playwright/test'
import { extent } from '../support/extent.ts'
import { heading, line, milliseconds } from '../support/print.ts'
import { measured } from './in-page.ts'
import type { Visitors } from './visitors.ts'

const TIMES = extent(5, 1)

/** Its code, which is fetched when nothing else wants the line. */
const CODE = '/windows-'
const PRESS = `for (const key of ['Control', 'k'])
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }))`
const FIELD_HAS_FOCUS = `document.activeElement?.matches('[role="dialog"] input')`

/** From the keys to the field that takes what is typed, the first time on a page and the second: the medians. */
export async function measurePalette(visitors: Visitors, title = 'The command palette'): Promise<void> {
  heading(`${title}, opened by its keys, median of ${TIMES}`)
  const first: number[] = []
  const second: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const page = await visitors.member()
    await fetched(page)
    first.push(await measured(page, PRESS, FIELD_HAS_FOCUS))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    second.push(await measured(page, PRESS, FIELD_HAS_FOCUS))
    await page.context().close()
  }
  line('takes what is typed, the first time', milliseconds(median(first)), '100 ms')
  line('takes what is typed, the second time', milliseconds(median(second)))
}

/** Waits until the page has fetched the palette's code by itself. */
async function fetched(page: Page): Promise<void> {
  const code = page.waitForEvent('requestfinished', (request) => request.url().includes(CODE))
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  // With all that it imports.
  await page.evaluate(`import('${(await code).url()}')`)
}

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}
