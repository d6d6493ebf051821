import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { LINKED } from '../deletions/deletion.ts'

/** The most related records that details load at once. */
const AT_ONCE = 150

/** Key and fetcher of what a record is related to. */
export const relationQueries = {
  of: (workspace: Workspace, kind: CatalogueKind, recordId: string) =>
    queryOptions({
      queryKey: [...LINKED, 'near', kind, recordId],
      queryFn: () => workspace.relations.neighbours(kind, recordId, 1, AT_ONCE),
      staleTime: 0,
    }),
}
