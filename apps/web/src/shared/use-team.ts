import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { teamQueries } from '@/queries/team.ts'
import type { TeamMember } from '@/workspace/port/team.ts'
import { hasRank } from '@/workspace/rules/can.ts'

const NONE: readonly TeamMember[] = []

/** The people to choose owners and experts from. A failure is noted, and leaves no member to choose. */
export function useTeam(): { members: readonly TeamMember[]; isLoading: boolean } {
  const { data = NONE, error, isPending } = useQuery(teamQueries.members(useWorkspace()))
  useEffect(() => {
    if (error) logFailure('loading the team', error)
  }, [error])
  return { members: data, isLoading: isPending }
}

/** The people with an open invitation, whom admins see among the team. A failure is noted, and leaves none. */
export function useInvited(): readonly TeamMember[] {
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  const { data = NONE, error } = useQuery({ ...teamQueries.invited(useWorkspace()), enabled: isAdmin })
  useEffect(() => {
    if (error) logFailure('loading the invited people', error)
  }, [error])
  return data
}
