import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

export const detailQueries = {
  /** The field that a label would become; counted again each time. */
  preview: ({ details }: Workspace, kind: CatalogueKind, label: string) =>
    queryOptions({
      queryKey: ['details', 'preview', kind, label],
      queryFn: () => details.preview(kind, label),
      staleTime: 0,
      gcTime: 0,
    }),
}
