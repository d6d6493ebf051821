import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { settled } from './look.ts'

/** The screens of a member on which the names of records stand. */
export const RECORD_SCREENS = ['/', '/systems', '/automations', '/agents', '/solutions'] as const

/** The other screens of a member. */
export const OTHER_SCREENS = [
  '/team',
  '/team?show=teams',
  '/profile',
  '/notifications',
  '/search?q=con',
  '/import',
  '/activity',
  '/activity?show=bin',
  '/map',
  '/map?by=kind&open=system',
  '/map?record=system:demo-system-crm&depth=2',
  '/discovery',
  '/discovery?show=callers',
  '/welcome',
  '/settings/notifications',
  '/settings/security',
  '/settings/security?view=log',
  '/settings/general',
  '/settings/connections',
  '/settings/connections?section=agents',
  '/settings/assistants',
  '/settings/features',
  '/settings/webhooks',
  '/settings/tokens',
  '/settings/archive',
  '/settings/licenses',
  '/settings/profile',
  '/settings/connected-apps',
  '/settings/people',
  '/settings/invitations',
  '/settings/fields',
  '/settings/tags',
  '/settings/api',
  '/settings/sources',
  '/settings/monitoring',
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

/** Opens a screen and waits until all of it is there. */
export async function visit(path: string, as: Parameters<typeof openApp>[1]): Promise<void> {
  await openApp(path, as)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled()
}

/** A screen's path as the name of a file. */
export function fileNameOf(path: string): string {
  const words = path.split(/[^a-z-]+/).filter((word) => word !== '')
  return words.length === 0 ? 'dashboard' : words.join('-')
}
