import { queryOptions } from '@tanstack/react-query'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { Workspace } from '@/workspace/port.ts'

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
