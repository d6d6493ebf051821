import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import type { TeamMember } from '@/workspace/port/team.ts'

const NONE: readonly TeamMember[] = []

/** The people to choose owners and experts from. A failure is noted, and leaves no member to choose. */
export function useTeam(): { members: readonly TeamMember[]; isLoading: boolean } {
  const { data = NONE, error, isPending } = useQuery(teamQueries.members(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the team', error)
  }, [error])
  return { members: data, isLoading: isPending }
}

/** The people with an open invitation, as far as the user may see them. A failure is noted, and leaves none. */
export function useInvited(): { invited: readonly TeamMember[]; isLoading: boolean } {
  const { data = NONE, error, isPending } = useQuery(teamQueries.invited(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the invited people', error)
  }, [error])
  return { invited: data, isLoading: isPending }
}

/** Everybody who can own a record: the members, and after them whoever is invited. */
export function useOwners(): readonly TeamMember[] {
  const { members } = useTeam()
  const { invited } = useInvited()
  return useMemo(() => [...members, ...invited], [members, invited])
}
