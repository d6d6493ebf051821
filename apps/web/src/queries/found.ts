import { FOUND_PAGE, type FoundFilter } from '@cairn/workspace/port/found'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const ALL = ['found'] as const

/** Keys and fetchers of what was found. Scripts push at any time, so nothing is kept. */
export const foundQueries = {
  all: ALL,
  list: (workspace: Workspace, filter: FoundFilter) =>
    infiniteQueryOptions({
      queryKey: [...ALL, 'list', filter],
      queryFn: ({ pageParam }) => workspace.found.list(filter, pageParam),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) =>
        total > pages.length * FOUND_PAGE ? pages.length * FOUND_PAGE : undefined,
      staleTime: 0,
    }),
  groups: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'groups'], queryFn: () => workspace.found.groups(), staleTime: 0 }),
  sources: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'sources'], queryFn: () => workspace.found.sources(), staleTime: 0 }),
}
