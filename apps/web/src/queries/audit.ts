import type { AuditFilter, AuditPage, AuditPosition } from '@cairn/workspace/port/audit'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

const START: { after: AuditPosition | null } = { after: null }

/**
 * Keys and fetchers of the account's security. The log grows elsewhere, so it is fetched again each time it is shown.
 */
export const auditQueries = {
  all: ['audit'] as const,
  log: (workspace: Workspace, filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: [...auditQueries.all, 'log', filter],
      queryFn: ({ pageParam: { after } }) => workspace.audit.page(filter, after),
      initialPageParam: START,
      getNextPageParam: ({ next }: AuditPage) => (next ? { after: next } : undefined),
      staleTime: 0,
      // It would ask for every page that has been scrolled to.
      refetchOnWindowFocus: false,
    }),
  overview: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'overview'],
      queryFn: () => workspace.audit.overview(),
      staleTime: 0,
    }),
  own: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'own'],
      queryFn: () => workspace.audit.ownActivity(),
      staleTime: 0,
    }),
  filters: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'filters'],
      queryFn: () => workspace.audit.filters(),
    }),
}
