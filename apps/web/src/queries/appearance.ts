import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const FRESH_MS = 5 * 60_000

/** Key and fetcher of how the account presents itself. */
export const appearanceQueries = {
  all: ['appearance'] as const,
  read: (workspace: Workspace) =>
    queryOptions({
      queryKey: appearanceQueries.all,
      queryFn: () => workspace.appearance.read(),
      staleTime: FRESH_MS,
    }),
}
