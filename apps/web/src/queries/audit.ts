import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AuditFilter, AuditPage, AuditPosition } from '@/workspace/port/audit.ts'
import type { Workspace } from '@/workspace/port.ts'

const START: { after: AuditPosition | null } = { after: null }

/** Keys and fetchers of what guards the account. It grows elsewhere, so it is asked for anew each time it is shown. */
export const auditQueries = {
  all: ['audit'] as const,
  log: (workspace: Workspace, filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: [...auditQueries.all, 'log', filter],
      queryFn: async ({ pageParam: { after } }) => (await workspace.audit()).page(filter, after),
      initialPageParam: START,
      getNextPageParam: ({ next }: AuditPage) => (next ? { after: next } : undefined),
      staleTime: 0,
      // It would ask for every page that has been scrolled to.
      refetchOnWindowFocus: false,
    }),
  overview: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'overview'],
      queryFn: async () => (await workspace.audit()).overview(),
      staleTime: 0,
    }),
  own: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'own'],
      queryFn: async () => (await workspace.audit()).ownActivity(),
      staleTime: 0,
    }),
  filters: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...auditQueries.all, 'filters'],
      queryFn: async () => (await workspace.audit()).filters(),
    }),
}
