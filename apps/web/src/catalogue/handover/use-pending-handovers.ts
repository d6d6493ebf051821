import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { PendingHandover } from '@cairn/workspace/port/records/handovers'
import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { handoverQueries } from '@/queries/records/handovers.ts'

const NONE: readonly PendingHandover[] = []

/**
 * Returns the handovers of a record that wait for an answer. A failure to load them hides the badge, and nothing else.
 */
export function usePendingHandovers(kind: CatalogueKind, recordId: string): readonly PendingHandover[] {
  const { data } = useQuery(handoverQueries.pending(useWorkspace(), kind))
  return data?.[recordId] ?? NONE
}

/**
 * Whether a list waits for the handovers of its records. The badge of a handover makes a row higher: a badge that came
 * after the rows would move them under the pointer. A failed request, and one that waits for the network, holds nothing up.
 */
export function useAwaitsHandovers(kind: CatalogueKind): boolean {
  const { isPending, failureCount, fetchStatus } = useQuery(handoverQueries.pending(useWorkspace(), kind))
  return isPending && failureCount === 0 && fetchStatus === 'fetching'
}
