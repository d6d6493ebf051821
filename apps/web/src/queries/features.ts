import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 5 * 60_000

/** Keys and fetchers of the account's feature switches. */
export const featureQueries = {
  all: ['features'] as const,
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...featureQueries.all, 'list'],
      queryFn: () => workspace.features.list(),
      staleTime: FRESH_MS,
    }),
  rows: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...featureQueries.all, 'rows'],
      queryFn: () => workspace.features.rows(),
    }),
}
