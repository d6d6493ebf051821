import type { Inbox } from '@cairn/workspace/port/inbox'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** How many lines a reader gets before they ask for more. */
export const LINES_AT_FIRST = 100
const LINES_ON_DASHBOARD = 5
const REFRESH_MS = 30_000

/** The key and the fetcher of what waits for the user. Time changes it too, so it is refetched every 30 s. */
export const inboxQueries = {
  all: ['inbox'] as const,
  /** At most so many lines, the most urgent first. */
  lines: (workspace: Workspace, limit: number = LINES_AT_FIRST) =>
    queryOptions({
      queryKey: [...inboxQueries.all, 'lines', limit],
      queryFn: () => workspace.inbox.read(limit),
      refetchInterval: REFRESH_MS,
      staleTime: 0,
      placeholderData: (earlier: Inbox | undefined) => earlier,
    }),
  /** The first lines, for the dashboard. */
  top: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...inboxQueries.all, 'top'],
      queryFn: () => workspace.inbox.read(LINES_ON_DASHBOARD),
    }),
  /** The muted reasons and records. */
  muted: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...inboxQueries.all, 'muted'],
      queryFn: () => workspace.inbox.muted(),
    }),
}
