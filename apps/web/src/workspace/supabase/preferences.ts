import type { PreferencesPart } from '../port/preferences.ts'
import type { Connect } from './client.ts'
import { onDemand } from './on-demand.ts'

/** What the user wants to be told; its code is loaded with the first call. */
export function createPreferences(connect: Connect): PreferencesPart {
  return onDemand(
    async () => (await import('./preferences-on-demand.ts')).createPreferencesOnDemand(connect),
    ['notifications', 'saveNotifications'],
  )
}
