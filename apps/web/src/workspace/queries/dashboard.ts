import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '../port.ts'

const REFRESH_MS = 30_000

/** Keys and fetchers of the dashboard. */
export const dashboardQueries = {
  all: ['dashboard'] as const,
  counts: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'counts'],
      queryFn: () => workspace.dashboard.counts(),
    }),
  /** Asks again every 30 s while the tab is in sight. */
  activity: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'activity'],
      queryFn: () => workspace.dashboard.recentActivity(),
      refetchInterval: REFRESH_MS,
    }),
}
