import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '@/workspace/port.ts'
import { catalogueKey } from './catalogue.ts'

/** Key and fetcher of the members who know a system. */
export const systemQueries = {
  experts: (workspace: Workspace, systemId: string) =>
    queryOptions({
      queryKey: [...catalogueKey('system'), 'experts', systemId],
      queryFn: () => workspace.systems.experts(systemId),
    }),
}
