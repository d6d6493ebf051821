import { PASSWORD } from '@cairn/testing/people'
import type { Browser, Page } from '@playwright/test'

/** A member, and pages with an empty cache: with the member's session or without. */
export interface Visitors {
  member(): Promise<Page>
  stranger(): Promise<Page>
}

/** Signs in, and keeps the session for visits to come. */
export async function signedIn(browser: Browser, baseURL: string, email: string): Promise<Visitors> {
  const first = await browser.newContext({ baseURL })
  const page = await first.newPage()
  await page.goto('/auth')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const storageState = await first.storageState()
  await first.close()
  return {
    member: async () => (await browser.newContext({ baseURL, storageState })).newPage(),
    stranger: async () => (await browser.newContext({ baseURL })).newPage(),
  }
}

/** Waits until a screen is complete. */
export async function settled(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const shown =
    path === '/auth'
      ? page.getByRole('button', { name: 'Sign In', exact: true })
      : page.getByRole('heading', { name: 'Dashboard' })
  await shown.waitFor()
  await page.waitForLoadState('networkidle')
}
