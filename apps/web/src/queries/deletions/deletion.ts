import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Key and fetcher of what deletions touch. Asked anew for every question: it is about this moment. */
export const deletionQueries = {
  impact: (workspace: Workspace, kind: CatalogueKind, id: string) =>
    queryOptions({
      queryKey: ['deletion', 'impact', kind, id],
      queryFn: () => workspace.deletion.impact(kind, id),
      staleTime: 0,
      gcTime: 0,
    }),
}
