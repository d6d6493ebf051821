import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const ALL = ['alerts'] as const

/** Keys and fetchers of maintenance, deputies, quiet hours and calendars. */
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
  escalation: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'escalation'], queryFn: () => workspace.alerts.escalation() }),
  calendars: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'calendars'], queryFn: () => workspace.alerts.calendars() }),
}
