import { expect, type Page } from '@playwright/test'

/** The screens of a member on which the names of records stand. */
export const RECORD_SCREENS = ['/', '/systems', '/automations', '/agents', '/solutions'] as const

/** The other screens of a member. */
export const OTHER_SCREENS = [
  '/team',
  '/profile',
  '/notifications',
  '/search?q=con',
  '/import',
  '/found',
  '/found?show=callers',
  '/welcome',
  '/settings?tab=notifications',
  '/settings?tab=security',
  '/settings?tab=appearance',
  '/settings?tab=connections',
  '/settings?tab=connections&section=agents',
  '/settings?tab=assistants',
  '/settings?tab=features',
  '/settings?tab=webhooks',
  '/settings?tab=tokens',
  '/settings?tab=archive',
  '/settings?tab=licenses',
  '/knowledge',
  '/questions',
  '/processes',
  '/nowhere',
] as const

/** The screens of a member whose account has everything. */
export const MEMBER_SCREENS = [...RECORD_SCREENS, ...OTHER_SCREENS] as const

/** The screens before somebody signs in. */
export const DOOR_SCREENS = [
  '/auth',
  '/auth?tab=sign-up',
  '/auth/forgot-password',
  '/auth/code',
  '/auth/sso',
  '/auth/confirm',
  '/invitation',
  '/oauth/consent',
] as const

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

/** A screen's path as the name of a file. */
export function fileNameOf(path: string): string {
  const words = path.split(/[^a-z-]+/).filter((word) => word !== '')
  return words.length === 0 ? 'dashboard' : words.join('-')
}

/** A walk over many screens as several walks of at most so many, which workers share. */
export function walks(paths: readonly string[], length: number): string[][] {
  const count = Math.ceil(paths.length / length)
  return Array.from({ length: count }, (_, index) => paths.slice(index * length, (index + 1) * length))
}
