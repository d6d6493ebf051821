import type { ProfilePart } from '../port/profile.ts'
import { chunkMissing } from './chunk-missing.ts'
import type { Connect } from './client.ts'
import { once } from './once.ts'

/** The caller's own profile; its code is loaded with the first call. */
export function createProfile(connect: Connect): ProfilePart {
  const load = once(async () => {
    const { createProfileOnDemand } = await import('./profile-on-demand.ts').catch(chunkMissing)
    return createProfileOnDemand(connect)
  })
  return {
    mine: async () => (await load()).mine(),
    save: async (changed) => (await load()).save(changed),
    savePrivacy: async (privacy) => (await load()).savePrivacy(privacy),
  }
}
