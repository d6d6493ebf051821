import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useQueryClient } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { dashboardQueries } from '@/queries/dashboard.ts'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { handoverQueries } from '@/queries/records/handovers.ts'
import { usePreload } from './preload.ts'

/** Gives a function that fetches a screen ahead of the press: its code, and its first data unless they are fresh. */
export function usePrefetch(): (path: string) => void {
  const preload = usePreload()
  const workspace = useWorkspace()
  const queries = useQueryClient()
  return (path) => {
    preload(path)
    if (path === '/') {
      void queries.prefetchQuery(dashboardQueries.counts(workspace))
      return void queries.prefetchQuery(dashboardQueries.activity(workspace))
    }
    const kind = CATALOGUE_KINDS.find((candidate) => CATALOGUES[candidate].path === path)
    if (kind) {
      const part = workspace[CATALOGUES[kind].table]
      void queries.prefetchQuery(catalogueQueries<CatalogueRecord>(kind, part).list)
      void queries.prefetchQuery(handoverQueries.pending(workspace, kind))
    }
  }
}
