import { ACT_LINES, ACT_PAGE, type ActPage } from '@cairn/workspace/port/records/acts'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const ALL = ['acts'] as const

/** Keys and fetchers of acts. Every change of records makes `all` stale: it may be an act, or stand against one. */
export const actQueries = {
  all: ALL,
  list: (workspace: Workspace) =>
    infiniteQueryOptions({
      queryKey: [...ALL, 'list'],
      queryFn: ({ pageParam }) => workspace.acts.page(pageParam),
      initialPageParam: 0,
      getNextPageParam: ({ total }: ActPage, pages) =>
        total > pages.length * ACT_PAGE ? pages.length * ACT_PAGE : undefined,
      staleTime: 0,
    }),
  one: (workspace: Workspace, id: string) =>
    queryOptions({ queryKey: [...ALL, 'one', id], queryFn: () => workspace.acts.get(id), staleTime: 0 }),
  lines: (workspace: Workspace, id: string) =>
    infiniteQueryOptions({
      queryKey: [...ALL, 'lines', id],
      queryFn: ({ pageParam }) => workspace.acts.lines(id, pageParam),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.length < ACT_LINES ? undefined : pages.length * ACT_LINES),
      staleTime: 0,
    }),
}
