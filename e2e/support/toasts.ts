import { expect, type Locator, type Page } from '@playwright/test'

/** The toast on the screen. Beside an open dialog it is seen and announced, but not within reach. */
export function toast(page: Page): Locator {
  return page
    .getByRole('region', { name: 'Notifications (F8)', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
}

/** Waits for one toast with exactly these texts: its title, and its description after that. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const texts = description === undefined ? [title] : [title, description]
  const withTexts = texts.reduce(
    (found, text) => found.filter({ has: page.getByText(text, { exact: true }) }),
    toast(page),
  )
  await expect(withTexts).toBeVisible()
}

/** Puts the toast away. A deletion that it offers to take back is sent then. */
export async function closeToast(page: Page): Promise<void> {
  await toast(page).getByRole('button', { name: 'Close', includeHidden: true }).click()
}
