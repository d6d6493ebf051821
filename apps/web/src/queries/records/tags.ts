import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 5 * 60_000
const ALL = ['tags'] as const

/** Keys and fetchers of tags. Their names change seldom; the number of their records is fetched again each time. */
export const tagQueries = {
  all: ALL,
  list: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'list'], queryFn: () => workspace.tags.list(), staleTime: FRESH_MS }),
  counted: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'counted'], queryFn: () => workspace.tags.counted(), staleTime: 0 }),
}
