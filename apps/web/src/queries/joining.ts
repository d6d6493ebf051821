import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '@/workspace/port.ts'

/** Keys and fetchers of how people come into accounts. Others decide about it, so it is asked for anew each time. */
export const joiningQueries = {
  all: ['joining'] as const,
  placement: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...joiningQueries.all, 'placement'],
      queryFn: async () => (await workspace.joining()).placement(),
      staleTime: 0,
    }),
  newcomers: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...joiningQueries.all, 'newcomers'],
      queryFn: async () => (await workspace.joining()).newcomers(),
      staleTime: 0,
    }),
}
