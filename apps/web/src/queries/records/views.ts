import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const ALL = ['views'] as const

/** Keys and fetchers of saved views. Every change of records makes the counts stale. */
export const viewQueries = {
  all: ALL,
  allCounts: [...ALL, 'counts'],
  list: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'list'], queryFn: () => workspace.views.list() }),
  counts: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'counts'], queryFn: () => workspace.views.counts() }),
}
