import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Opens the page of a member and asks to remove them. */
export async function askToRemove(page: Page, id: string, name: string): Promise<Locator> {
  await page.goto(`/team/${id}`)
  await page.getByRole('button', { name: 'Remove from account' }).click()
  const dialog = page.getByRole('dialog', { name: `Remove ${name} from the account?` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses who gets a record. */
export async function give(page: Page, scope: Locator, record: string, to: string): Promise<void> {
  await scope.getByRole('listitem').filter({ hasText: record }).getByRole('combobox').click()
  await page
    .getByRole('dialog', { name: `Who gets ${record}` })
    .getByRole('option', { name: to })
    .click()
}
