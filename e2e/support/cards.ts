import type { Locator, Page } from '@playwright/test'

/** A card of the screen by its title. */
export function card(page: Page, title: string): Locator {
  return page
    .locator('#main section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true, level: 2 }) })
}
