import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '@/workspace/port.ts'

const FRESH_MS = 5 * 60_000

/** Keys and fetchers of the team. Who belongs to it changes seldom, so pickers do not ask each time they open. */
export const teamQueries = {
  all: ['team'] as const,
  members: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...teamQueries.all, 'members'],
      queryFn: () => workspace.team.members(),
      staleTime: FRESH_MS,
    }),
}
