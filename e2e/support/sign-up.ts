import type { Page } from '@playwright/test'
import { PASSWORD } from './test.ts'

/** Fills the form of a sign-up, but for the name of the account. */
export async function fillSignUp(
  page: Page,
  { email, name: [first, last] }: { email: string; name: readonly [first: string, last: string] },
): Promise<void> {
  await page.getByLabel('First Name').fill(first)
  await page.getByLabel('Last Name').fill(last)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
}
