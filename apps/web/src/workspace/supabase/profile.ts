import type { ProfilePart } from '../port/profile.ts'
import type { Connect } from './client.ts'
import { onDemand } from './on-demand.ts'

/** The caller's own profile; its code is loaded with the first call. */
export function createProfile(connect: Connect): ProfilePart {
  return onDemand(
    async () => (await import('./profile-on-demand.ts')).createProfileOnDemand(connect),
    ['mine', 'save', 'savePrivacy'],
  )
}
