import { queryOptions } from '@tanstack/react-query'
import type { System } from '../port/systems.ts'
import type { Workspace } from '../port.ts'

/** Keys and fetchers of the systems catalogue. A write makes `all` stale, and the dashboard's figures with it. */
export const systemQueries = {
  all: ['systems'] as const,
  /**
   * The first of many systems show while the rest is loading: a list that was updated never, at 0, is still a part.
   * Later loads replace the list as a whole.
   */
  list: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...systemQueries.all, 'list'],
      queryFn: ({ client, queryKey }) =>
        workspace.systems.list((first) => {
          client.setQueryData<readonly System[]>(queryKey, (shown) => shown ?? first, { updatedAt: 0 })
        }),
    }),
  experts: (workspace: Workspace, systemId: string) =>
    queryOptions({
      queryKey: [...systemQueries.all, 'experts', systemId],
      queryFn: () => workspace.systems.experts(systemId),
    }),
}
