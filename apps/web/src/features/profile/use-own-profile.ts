import type { OwnProfile, PrivacySettings } from '@cairn/workspace/port/profile'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { profileQueries } from '@/queries/profile.ts'
import { useSessionState } from '@/session/context.tsx'
import { profileOfSession } from './profile-details.ts'

/** The user's own profile; `privacy` is null where it could not be read. */
export type KnownProfile = Omit<OwnProfile, 'privacy'> & { privacy: PrivacySettings | null }

/** The user's own profile: null while it loads, and built from the session where it cannot be read. */
export function useOwnProfile() {
  const state = useSessionState()
  const query = useQuery(profileQueries.mine(useWorkspace()))
  return { query, profile: query.data ?? (query.isError ? fromSession() : null) }

  function fromSession(): KnownProfile | null {
    return state.status === 'signed-in' ? { ...profileOfSession(state.person), privacy: null } : null
  }
}
