import { expect, type Locator, type Page } from '@playwright/test'

/** The form in which a member's profile is edited. */
export const memberForm = (page: Page): Locator => page.getByRole('form', { name: 'Edit Profile' })

/** Opens the page of a member from the directory. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.goto('/team')
  await page.getByRole('table').getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { name: `${name} Profile`, level: 1 })).toBeVisible()
}

/** Enters edit mode by the toggle beside the title. */
export async function startEditing(page: Page): Promise<void> {
  await page.locator('#main header').getByRole('button', { name: 'Edit Profile' }).first().click()
  await expect(memberForm(page)).toBeVisible()
}
