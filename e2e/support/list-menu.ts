import type { Page } from '@playwright/test'

/** Chooses something from the menu of a list, with the keys alone. */
export async function chooseInListMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'List options' }).press('Enter')
  await page.getByRole('menuitem', { name, exact: true }).press('Enter')
}
