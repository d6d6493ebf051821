import type { HistoryPage, HistoryPosition, HistoryTopic } from '@cairn/workspace/port/records/history'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions } from '@tanstack/react-query'

const START: { after: HistoryPosition | null } = { after: null }

/** Keys and fetchers of what happened to records. Every write to a record makes `all` stale. */
export const historyQueries = {
  all: ['history'] as const,
  of: (workspace: Workspace, recordId: string, topic: HistoryTopic | null = null) =>
    infiniteQueryOptions({
      queryKey: [...historyQueries.all, recordId, topic],
      queryFn: ({ pageParam: { after } }) => workspace.history.page(recordId, after, topic),
      initialPageParam: START,
      getNextPageParam: ({ next }: HistoryPage) => (next ? { after: next } : undefined),
      staleTime: 0,
    }),
}
