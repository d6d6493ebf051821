import { expect, type Page } from '@playwright/test'

/** Goes to a screen and waits until all of it is there. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
}

/** Waits until nothing of the screen is still to come. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], [data-loading]')).toHaveCount(0)
}
