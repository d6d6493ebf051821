import { IMPORT_PAGE, type ImportFilter } from '@cairn/workspace/port/imports'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const ALL = ['imports'] as const

/** Keys and fetchers of the plans of imports. */
export const importQueries = {
  all: ALL,
  list: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'list'], queryFn: () => workspace.imports.list(), staleTime: 0 }),
  one: (workspace: Workspace, id: string) =>
    queryOptions({ queryKey: [...ALL, 'one', id], queryFn: () => workspace.imports.get(id), staleTime: 0 }),
  allRows: (id: string) => [...ALL, 'rows', id] as const,
  rows: (workspace: Workspace, id: string, effect: ImportFilter['effect']) =>
    infiniteQueryOptions({
      queryKey: [...ALL, 'rows', id, effect],
      queryFn: ({ pageParam }) => workspace.imports.rows(id, { effect, skip: pageParam }),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) =>
        total > pages.length * IMPORT_PAGE ? pages.length * IMPORT_PAGE : undefined,
      staleTime: 0,
    }),
}
