import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { PendingHandover } from '@/workspace/port/handovers.ts'
import type { Workspace } from '@/workspace/port.ts'
import { FROM_THE_START } from './pages.ts'

type ByRecord = Readonly<Record<string, readonly PendingHandover[] | undefined>>

function byRecord(pending: readonly PendingHandover[]): ByRecord {
  const found: Record<string, PendingHandover[]> = {}
  for (const handover of pending) {
    found[handover.recordId] ??= []
    found[handover.recordId]?.push(handover)
  }
  return found
}

/** Keys and fetchers of handovers. Whoever answers or hands over makes `all` stale, and so does news of records. */
export const handoverQueries = {
  all: ['handovers'] as const,
  /** What of a kind waits for an answer, by record. */
  pending: (workspace: Workspace, kind: CatalogueKind) =>
    queryOptions({
      queryKey: [...handoverQueries.all, 'pending', kind],
      // Put in order once, and not by each row of a list.
      queryFn: async () => byRecord(await (await workspace.handovers()).pending(kind)),
    }),
  /**
   * What a member has of a kind. Asked for anew with every dialog, and apart from `all`: an open dialog keeps its list,
   * even while the person it asks about is removed.
   */
  belongings: (workspace: Workspace, personId: string, onlyOwned: boolean, kind: CatalogueKind) =>
    infiniteQueryOptions({
      queryKey: ['belongings', personId, onlyOwned, kind],
      queryFn: async ({ pageParam }) =>
        (await workspace.handovers()).more(personId, onlyOwned, kind, pageParam),
      ...FROM_THE_START,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
      gcTime: 0,
    }),
  /** What one act handed to the user. */
  mine: (workspace: Workspace, act: string) =>
    infiniteQueryOptions({
      queryKey: [...handoverQueries.all, 'mine', act],
      queryFn: async ({ pageParam }) => (await workspace.handovers()).mine(act, pageParam),
      ...FROM_THE_START,
    }),
}
