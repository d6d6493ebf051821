import { infiniteQueryOptions } from '@tanstack/react-query'
import { BIN_PAGE, type BinPage } from '@/workspace/port/bin.ts'
import type { CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { Workspace } from '@/workspace/port.ts'

/** Keys and fetchers of the bin. Every deletion and restoration makes `all` stale. */
export const binQueries = {
  all: ['bin'] as const,
  of: (workspace: Workspace, kind: CatalogueKind | null) =>
    infiniteQueryOptions({
      queryKey: [...binQueries.all, kind],
      queryFn: async ({ pageParam }) => (await workspace.bin()).page(kind, pageParam),
      initialPageParam: 0,
      getNextPageParam: ({ total }: BinPage, pages) =>
        total > pages.length * BIN_PAGE ? pages.length * BIN_PAGE : undefined,
      staleTime: 0,
    }),
}
