import type { PreferencesPart } from '@cairn/workspace/port/preferences'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** What the user wants to be told; its code is loaded with the first call. */
export function createPreferences(connect: Connect): PreferencesPart {
  const preferences = lazyPart(
    () => import('./preferences-on-demand.ts'),
    (code) => code.createPreferencesOnDemand(connect),
  )
  return {
    notifications: preferences.call((part) => part.notifications),
    saveNotifications: preferences.call((part) => part.saveNotifications),
  }
}
