import type { Page } from '@playwright/test'
import { z } from 'zod'

/** Waits until the page has drawn what it was given. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))',
  )
}

/** Notes in each frame where the row with this text stands. The function that it returns tells the different places. */
export async function watchRow(page: Page, text: string): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(`{
    globalThis.rowPlaces = new Set()
    const look = () => {
      const row = [...document.querySelectorAll('tbody tr')].find(({ innerText }) => innerText.includes(${JSON.stringify(text)}))
      if (row) rowPlaces.add(Math.round(row.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  }`)
  return async () => z.array(z.number()).parse(await page.evaluate('[...rowPlaces]'))
}
