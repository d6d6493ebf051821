import type { Page } from '@playwright/test'
import { z } from 'zod'

/** The first row of a table has a record in it, and opens. */
export const FIRST_ROW_IS_THERE = `document.querySelector('tr[aria-rowindex="2"][aria-busy="false"] [data-row-title]') !== null`

const NEVER_AFTER_MS = 60_000

/** Waits in the page, frame by frame, and gives the milliseconds since `began`. */
const until = (condition: string) => `
  new Promise((resolve, reject) => {
    const look = () => {
      const took = performance.now() - began
      if (${condition}) resolve(took)
      else if (took > ${NEVER_AFTER_MS}) reject(new Error(${JSON.stringify(`Never seen: ${condition}`)}))
      else requestAnimationFrame(look)
    }
    look()
  })`

/** From the last change of the text to the rows that fit it. */
export async function filter(page: Page, text: string): Promise<number> {
  return measured(
    page,
    `const box = document.querySelector('main input[type="search"]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, '${text}')
    box.dispatchEvent(new Event('input', { bubbles: true }))`,
    answered(),
  )
}

/** Empties a filter and waits for all rows. They are still at hand: nobody is asked, so nothing is measured. */
export async function leaveFilter(page: Page, name: string, rows: number): Promise<void> {
  await page.getByRole('searchbox', { name }).fill('')
  await page.locator(`main table[aria-rowcount="${rows + 1}"]`).waitFor()
}

/** The table has asked, and has been answered. */
export function answered(): string {
  return `asked && document.querySelector('main table').ariaBusy === 'false'`
}

/**
 * The milliseconds from an act in the page until a condition holds there. `asked` tells whether the table has been busy
 * since the act, however shortly: it can be answered between two frames.
 */
export async function measured(page: Page, act: string, condition: string): Promise<number> {
  const took = await page.evaluate(`
    (() => {
      let asked = false
      const busy = new MutationObserver((changes) => {
        asked ||= changes.some(({ target, oldValue }) => [oldValue, target.ariaBusy].includes('true'))
      })
      busy.observe(document.body, { subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true })
      const began = performance.now()
      ${act}
      return (${until(condition)}).finally(() => busy.disconnect())
    })()`)
  return z.number().parse(took)
}
