import type { PreferencesPart } from '../port/preferences.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { once } from './once.ts'

/** What the user wants to be told; its code is loaded with the first call. */
export function createPreferences(connect: Connect): PreferencesPart {
  const load = once(async () => {
    const { createPreferencesOnDemand } = await import('./preferences-on-demand.ts').catch(chunkMissing)
    return createPreferencesOnDemand(connect)
  })
  return {
    notifications: async () => (await load()).notifications(),
    saveNotifications: async (preferences) => (await load()).saveNotifications(preferences),
  }
}
