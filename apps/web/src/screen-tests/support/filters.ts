import { page, userEvent } from 'vitest/browser'

/** The filters that are in use. */
export const filters = page.getByRole('group', { name: 'Filters' })

/** Returns an option of an open list, which may say how many records have it. */
export const optionNamed = (name: string) =>
  page.getByRole('option', { name: new RegExp(`^${name}( ?\\d+)?$`) })

/** Adds a filter, with its values where it has any. */
export async function addFilter(field: string, ...values: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Add filter' }).click()
  await optionNamed(field).click()
  for (const value of values) await optionNamed(value).click()
  if (values.length > 0) await userEvent.keyboard('{Escape}')
}
