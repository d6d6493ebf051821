import { BIN_PAGE, type BinPage } from '@cairn/workspace/port/records/bin'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions } from '@tanstack/react-query'

/** Keys and fetchers of the bin. Every deletion and restoration makes `all` stale. */
export const binQueries = {
  all: ['bin'] as const,
  of: (workspace: Workspace, kind: CatalogueKind | null, query = '') =>
    infiniteQueryOptions({
      queryKey: [...binQueries.all, kind, query],
      queryFn: ({ pageParam }) => workspace.bin.page(kind, pageParam, query),
      initialPageParam: 0,
      getNextPageParam: ({ total }: BinPage, pages) =>
        total > pages.length * BIN_PAGE ? pages.length * BIN_PAGE : undefined,
      staleTime: 0,
    }),
}
