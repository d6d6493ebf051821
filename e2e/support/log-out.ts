import { expect, type Page } from '@playwright/test'

/** Logs out by the account menu, and waits for the door. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('tab', { name: 'Login' })).toBeVisible()
}
