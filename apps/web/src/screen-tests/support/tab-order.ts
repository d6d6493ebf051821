import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

/** Presses a key so many times, and tells where the focus was after each. */
async function walk(shift: boolean, count: number): Promise<(string | null)[]> {
  const seen: (string | null)[] = []
  for (let press = 0; press < count; press += 1) {
    await userEvent.tab({ shift })
    seen.push(document.activeElement?.getAttribute('data-stop') ?? null)
  }
  return seen
}

/** Expects that Tab reaches every control of a window, forwards and backwards, and goes round. */
export async function expectTabRound(window: Locator): Promise<void> {
  await expect.element(window).toHaveAttribute('data-state', 'open')
  const controls = window.element().querySelectorAll('a[href], button, input, select, textarea, [tabindex]')
  const seen = [...controls].filter(
    (control): control is HTMLElement =>
      control instanceof HTMLElement &&
      control.tabIndex === 0 &&
      !control.matches(':disabled, [type=hidden]') &&
      control.getClientRects().length > 0,
  )
  for (const [index, stop] of seen.entries()) stop.setAttribute('data-stop', String(index))
  const stops = seen.map((_, index) => String(index))
  expect(stops.length).toBeGreaterThan(0)
  seen[0]?.focus()
  expect(await walk(false, stops.length)).toEqual([...stops.slice(1), '0'])
  expect(await walk(true, stops.length)).toEqual(stops.toReversed())
}
