import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Keys and fetchers of how people join accounts. Others decide about it, so it is fetched again each time. */
export const joiningQueries = {
  all: ['joining'] as const,
  placement: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...joiningQueries.all, 'placement'],
      queryFn: () => workspace.joining.placement(),
      staleTime: 0,
    }),
  newcomers: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...joiningQueries.all, 'newcomers'],
      queryFn: () => workspace.joining.newcomers(),
      staleTime: 0,
    }),
}
