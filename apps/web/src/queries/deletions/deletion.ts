import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** The start of the keys of what is linked to records. */
export const LINKED = ['deletion', 'linked'] as const

/**
 * Key and fetcher of the effects of deletions. Fetched again for every question: the effects are those of this moment.
 */
export const deletionQueries = {
  impact: (workspace: Workspace, kind: CatalogueKind, id: string) =>
    queryOptions({
      queryKey: ['deletion', 'impact', kind, id],
      queryFn: () => workspace.deletion.impact(kind, id),
      staleTime: 0,
      gcTime: 0,
    }),
  /** The same for the details of a record. A question about a deletion never starts with what they have kept. */
  linked: (workspace: Workspace, kind: CatalogueKind, id: string) =>
    queryOptions({
      queryKey: [...LINKED, kind, id],
      queryFn: () => workspace.deletion.impact(kind, id),
      staleTime: 0,
    }),
}
