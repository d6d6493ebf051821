import { queryOptions } from '@tanstack/react-query'
import type { DashboardCounts } from '@/workspace/port/dashboard.ts'
import type { Workspace } from '@/workspace/port.ts'
import { type PendingDeletion, pendingDeletions } from './pending-deletions.ts'

const REFRESH_MS = 30_000

/** Keys and fetchers of the dashboard. */
export const dashboardQueries = {
  all: ['dashboard'] as const,
  counts: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'counts'],
      queryFn: async () => countsWithout(await workspace.dashboard.counts(), pendingDeletions.unsettled()),
    }),
  /** Asks again every 30 s while the tab is in sight. */
  activity: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...dashboardQueries.all, 'activity'],
      queryFn: () => workspace.dashboard.recentActivity(),
      refetchInterval: REFRESH_MS,
    }),
}

const FIGURES = {
  system: 'systems',
  automation: 'automations',
  agent: 'agents',
  solution: 'solutions',
} as const satisfies Record<PendingDeletion['kind'], keyof DashboardCounts>

/** The figures as they will be when these records are gone. Of systems and automations, the active ones count. */
export function countsWithout(
  counts: DashboardCounts,
  deletions: readonly Pick<PendingDeletion, 'kind' | 'record'>[],
): DashboardCounts {
  const next = { ...counts }
  for (const { kind, record } of deletions) {
    const isCounted = kind === 'agent' || kind === 'solution' || record.status === 'active'
    if (isCounted) next[FIGURES[kind]] = Math.max(0, next[FIGURES[kind]] - 1)
  }
  return next
}
