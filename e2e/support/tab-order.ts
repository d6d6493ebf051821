import { expect, type Locator } from '@playwright/test'
import { settled } from './screens.ts'

/** Presses a key so many times, and tells where the focus was after each. */
async function walk(window: Locator, key: 'Tab' | 'Shift+Tab', count: number): Promise<(string | null)[]> {
  const seen: (string | null)[] = []
  for (let press = 0; press < count; press += 1) {
    await window.page().keyboard.press(key)
    // A press that the page answers by moving the focus again has been answered by then.
    seen.push(await window.page().locator(':focus').getAttribute('data-stop'))
  }
  return seen
}

/** Expects that Tab reaches every control of a window, forwards and backwards, and goes round. */
export async function expectTabRound(window: Locator): Promise<void> {
  await expect(window).toHaveAttribute('data-state', 'open')
  // What is still to come brings controls, and would not be counted.
  await settled(window.page())
  const count = await window.evaluate((root) => {
    const controls = root.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')
    const stops = [...controls].filter(
      (control) =>
        'tabIndex' in control && control.tabIndex === 0 && !control.matches(':disabled, [type=hidden]'),
    )
    const seen = stops.filter((stop) => stop.getClientRects().length > 0)
    for (const [index, stop] of seen.entries()) stop.setAttribute('data-stop', String(index))
    return seen.length
  })
  expect(count).toBeGreaterThan(0)
  const stops = Array.from({ length: count }, (_, index) => String(index))
  await window.locator('[data-stop="0"]').focus()
  expect(await walk(window, 'Tab', count)).toEqual([...stops.slice(1), '0'])
  expect(await walk(window, 'Shift+Tab', count)).toEqual(stops.toReversed())
}
