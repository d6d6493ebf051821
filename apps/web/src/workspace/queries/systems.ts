import { queryOptions } from '@tanstack/react-query'
import type { System } from '../port/systems.ts'
import type { Workspace } from '../port.ts'
import { catalogueList } from './catalogue.ts'

/** Keys and fetchers of the systems catalogue. A write makes `all` stale, and the dashboard's figures with it. */
export const systemQueries = {
  all: ['systems'] as const,
  list: ({ systems }: Workspace) =>
    catalogueList<System>(systemQueries.all, (onStart) => systems.list(onStart)),
  experts: (workspace: Workspace, systemId: string) =>
    queryOptions({
      queryKey: [...systemQueries.all, 'experts', systemId],
      queryFn: () => workspace.systems.experts(systemId),
    }),
}
