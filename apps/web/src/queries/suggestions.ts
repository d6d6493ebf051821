import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const ALL = ['suggestions'] as const

/** Keys and fetchers of what assistants suggest. */
export const suggestionQueries = {
  all: ALL,
  of: (workspace: Workspace, kind: CatalogueKind, recordId: string) =>
    queryOptions({
      queryKey: [...ALL, kind, recordId],
      queryFn: () => workspace.suggestions.of(kind, recordId),
      staleTime: 0,
    }),
  areAllowed: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...ALL, 'allowed'],
      queryFn: () => workspace.suggestions.areAllowed(),
    }),
}
