import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const ALL = ['alerts'] as const
const FRESH_MS = 30_000

/** Keys and fetchers of maintenance, contacts, deputies, quiet hours and calendars. */
export const alertQueries = {
  all: ALL,
  maintenance: (workspace: Workspace, recordId: string) =>
    queryOptions({
      queryKey: [...ALL, 'maintenance', recordId],
      queryFn: () => workspace.alerts.maintenance(recordId),
    }),
  deputy: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'deputy'], queryFn: () => workspace.alerts.deputy() }),
  quietHours: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'quiet hours'], queryFn: () => workspace.alerts.quietHours() }),
  contact: (workspace: Workspace, memberId: string) =>
    queryOptions({
      queryKey: [...ALL, 'contact', memberId],
      queryFn: () => workspace.alerts.contact(memberId),
      staleTime: FRESH_MS,
    }),
  escalation: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'escalation'], queryFn: () => workspace.alerts.escalation() }),
  calendars: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'calendars'], queryFn: () => workspace.alerts.calendars() }),
}
