import { expect, type Page } from '@playwright/test'

/** Waits until nothing of the screen is still to come. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], [data-loading]')).toHaveCount(0)
}
