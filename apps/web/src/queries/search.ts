import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Keys and fetchers of the search. Results are fetched again each time they are shown: the records may be gone. */
export const searchQueries = {
  all: ['search'] as const,
  find: (workspace: Workspace, text: string, limit: number) =>
    queryOptions({
      queryKey: [...searchQueries.all, text, limit],
      queryFn: () => workspace.search.find(text, limit),
      staleTime: 0,
      refetchOnWindowFocus: false,
    }),
}
