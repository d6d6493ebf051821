import type { Locator, Page } from '@playwright/test'

/** A user whose presses are counted. */
export interface Counted {
  click(control: Locator): Promise<void>
  key(key: string): Promise<void>
  type(text: string): Promise<void>
  /** The presses since the last time this was asked. */
  taken(): number
}

/** Acts as a user whose presses count: each click and each key, and each word or phrase that is typed, as one. */
export function countPresses(page: Page): Counted {
  let presses = 0
  return {
    async click(control) {
      presses += 1
      await control.click()
    },
    async key(key) {
      presses += 1
      await page.keyboard.press(key)
    },
    async type(text) {
      presses += 1
      await page.keyboard.type(text)
    },
    taken() {
      const taken = presses
      presses = 0
      return taken
    },
  }
}
