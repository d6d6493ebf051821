import type { DashboardCounts } from '@cairn/workspace/port/dashboard'
import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { isCounted } from '@cairn/workspace/rules/counted'
import { queryOptions } from '@tanstack/react-query'
import { type PendingDeletion, pendingDeletions } from './deletions/pending-deletions.ts'

const REFRESH_MS = 30_000

/** Keys and fetchers of the dashboard. */
export const dashboardQueries = {
  all: ['dashboard'] as const,
  counts: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'counts'],
      queryFn: async () => countsWithout(await workspace.dashboard.counts(), pendingDeletions.unsettled()),
    }),
  /** The number of records with each gap, on the dashboard and in the lists. */
  gaps: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'gaps'],
      queryFn: () => workspace.gaps.figures(),
    }),
  /** The shares of the records that have an owner and a backup person, now and in the weeks before. */
  coverage: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'coverage'],
      queryFn: () => workspace.gaps.coverage(),
    }),
  /** Near renewals, and the coverage by department. */
  outlook: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'outlook'],
      queryFn: () => workspace.dashboard.outlook(),
    }),
  /** The latest activities, refetched every 30 s while the tab is in sight. */
  activity: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'activity'],
      queryFn: () => workspace.dashboard.recentActivity(),
      refetchInterval: REFRESH_MS,
    }),
}

/** Returns the figures without these records. */
export function countsWithout(
  counts: DashboardCounts,
  deletions: readonly Pick<PendingDeletion, 'kind' | 'record'>[],
): DashboardCounts {
  const next = { ...counts }
  for (const { kind, record } of deletions) {
    if (kind === 'view') continue
    const { table } = CATALOGUES[kind]
    if (isCounted(kind, record)) next[table] = Math.max(0, next[table] - 1)
  }
  return next
}
