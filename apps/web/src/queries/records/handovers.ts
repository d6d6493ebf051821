import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { PendingHandover } from '@cairn/workspace/port/records/handovers'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { FROM_THE_START } from '../pages.ts'

type ByRecord = Readonly<Record<string, readonly PendingHandover[] | undefined>>

function byRecord(pending: readonly PendingHandover[]): ByRecord {
  const found: Record<string, PendingHandover[]> = {}
  for (const handover of pending) {
    found[handover.recordId] ??= []
    found[handover.recordId]?.push(handover)
  }
  return found
}

/** Keys and fetchers of handovers. An answer, a handover and news of records make `all` stale. */
export const handoverQueries = {
  all: ['handovers'] as const,
  /** The handovers of a kind that wait for an answer, by record. */
  pending: (workspace: Workspace, kind: CatalogueKind) =>
    queryOptions({
      queryKey: [...handoverQueries.all, 'pending', kind],
      // Sorted once, and not by each row of a list.
      queryFn: async () => byRecord(await workspace.handovers.pending(kind)),
    }),
  /**
   * The records of a kind that a member has. Fetched again for every dialog, and apart from `all`: an open dialog keeps
   * its list, even while the person it asks about is removed.
   */
  items: (workspace: Workspace, personId: string, onlyOwned: boolean, kind: CatalogueKind) =>
    infiniteQueryOptions({
      queryKey: ['handover-items', personId, onlyOwned, kind],
      queryFn: ({ pageParam }) => workspace.handovers.more(personId, onlyOwned, kind, pageParam),
      ...FROM_THE_START,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      gcTime: 0,
    }),
  /** The records that one action handed to the user. */
  mine: (workspace: Workspace, act: string) =>
    infiniteQueryOptions({
      queryKey: [...handoverQueries.all, 'mine', act],
      queryFn: ({ pageParam }) => workspace.handovers.mine(act, pageParam),
      ...FROM_THE_START,
    }),
}
