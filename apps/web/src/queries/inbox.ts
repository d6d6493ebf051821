import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const REFRESH_MS = 30_000

/** The key and the fetcher of what waits for the user. Time changes it too, so it is refetched every 30 s. */
export const inboxQueries = {
  all: ['inbox'] as const,
  lines: (workspace: Workspace) =>
    queryOptions({
      queryKey: inboxQueries.all,
      queryFn: () => workspace.inbox.read(),
      refetchInterval: REFRESH_MS,
      staleTime: 0,
    }),
}
