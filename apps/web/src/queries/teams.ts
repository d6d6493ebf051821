import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { teamQueries } from './team.ts'

const FRESH_MS = 5 * 60_000

/** Keys and fetchers of the teams, among those of the people. They change seldom, as the members do. */
export const teamsQueries = {
  all: [...teamQueries.all, 'teams'] as const,
  list: ({ teams }: Workspace) =>
    queryOptions({
      queryKey: [...teamsQueries.all, 'list'],
      queryFn: () => teams.list(),
      staleTime: FRESH_MS,
    }),
  of: ({ teams }: Workspace, memberId: string) =>
    queryOptions({
      queryKey: [...teamsQueries.all, 'of', memberId],
      queryFn: () => teams.of(memberId),
      staleTime: FRESH_MS,
    }),
  members: ({ teams }: Workspace, id: string) =>
    queryOptions({ queryKey: [...teamsQueries.all, 'members', id], queryFn: () => teams.members(id) }),
}
