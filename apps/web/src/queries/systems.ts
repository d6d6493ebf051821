import { queryOptions } from '@tanstack/react-query'
import type { System } from '@/workspace/port/systems.ts'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueQueries } from './catalogue.ts'

/** Keys and fetchers of the systems catalogue. A write makes `all` stale, and the dashboard's figures with it. */
export const systemQueries = {
  all: ['systems'] as const,
  records: ({ systems }: Workspace) => catalogueQueries<System>(systemQueries.all, systems),
  experts: (workspace: Workspace, systemId: string) =>
    queryOptions({
      queryKey: [...systemQueries.all, 'experts', systemId],
      queryFn: () => workspace.systems.experts(systemId),
    }),
}
