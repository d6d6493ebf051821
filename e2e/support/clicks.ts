import type { Page } from '@playwright/test'

/** Counts what a user does with the mouse or with Enter: clicks, and two for each choice of a native list or of a file. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countOfClicks', (amount: number) => {
    clicks += amount
  })
  await page.addInitScript(() => {
    const count = (amount: number) => {
      const binding: unknown = Reflect.get(window, 'countOfClicks')
      if (typeof binding === 'function') binding(amount)
    }
    document.addEventListener('click', () => count(1), true)
    document.addEventListener(
      'change',
      ({ target }) => {
        const isNative = target instanceof HTMLSelectElement
        const isFile = target instanceof HTMLInputElement && target.type === 'file'
        if (isNative || isFile) count(2)
      },
      true,
    )
  })
  return () => clicks
}
