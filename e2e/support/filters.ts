import type { Page } from '@playwright/test'

/** Adds a filter with a value to a list. */
export async function addFilter(page: Page, field: string, value: string): Promise<void> {
  const option = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}( ?\\d+)?$`) })
  await page.getByRole('button', { name: 'Add filter' }).click()
  await option(field).click()
  await option(value).click()
  await page.keyboard.press('Escape')
}
