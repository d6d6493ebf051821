import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 5 * 60_000

/** Key and fetcher of the definitions of own fields: one request for all kinds. */
export const ownFieldQueries = {
  all: ['own fields'] as const,
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...ownFieldQueries.all, 'list'],
      queryFn: () => workspace.ownFields.list(),
      staleTime: FRESH_MS,
    }),
}
