import type { ProfilePart } from '@cairn/workspace/port/profile'
import type { Connect } from '../client/client.ts'
import { lazyPart } from '../client/lazy-part.ts'

/** The caller's own profile; its code is loaded with the first call. */
export function createProfile(connect: Connect): ProfilePart {
  const profile = lazyPart(
    () => import('./profile-on-demand.ts'),
    (code) => code.createProfileOnDemand(connect),
  )
  return {
    mine: profile.call((part) => part.mine),
    save: profile.call((part) => part.save),
    savePrivacy: profile.call((part) => part.savePrivacy),
  }
}
