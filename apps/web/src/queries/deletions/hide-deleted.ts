import type { DashboardCounts } from '@cairn/workspace/port/dashboard'
import type { QueryClient } from '@tanstack/react-query'
import { countsWithout, dashboardQueries } from '../dashboard.ts'
import { type PendingDeletion, pendingDeletions } from './pending-deletions.ts'

/**
 * Takes a record that counts as deleted out of everything that is cached. What arrives later comes without it, see
 * `query-client.ts`. Gives the way to put it back in its places.
 */
export function hideDeleted(
  queries: QueryClient,
  deletion: Pick<PendingDeletion, 'kind' | 'record'>,
): () => void {
  const changed = queries
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data: before, dataUpdatedAt: updatedAt } }) => {
      const after = pendingDeletions.without(before)
      if (after === before) return []
      queries.setQueryData(queryKey, after, { updatedAt })
      return [{ queryKey, before, after: queries.getQueryData(queryKey), updatedAt }]
    })
  queries.setQueriesData<DashboardCounts>(
    { queryKey: [...dashboardQueries.all, 'counts'] },
    (known) => known && countsWithout(known, [deletion]),
  )
  void queries.invalidateQueries({ queryKey: dashboardQueries.all })
  return () => {
    for (const { queryKey, before, after, updatedAt } of changed) {
      if (queries.getQueryData(queryKey) === after) queries.setQueryData(queryKey, before, { updatedAt })
      else void queries.invalidateQueries({ queryKey })
    }
    void queries.invalidateQueries({ queryKey: dashboardQueries.all })
  }
}
