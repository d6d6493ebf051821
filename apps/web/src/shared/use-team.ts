import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
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
