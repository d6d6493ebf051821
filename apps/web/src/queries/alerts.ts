import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { together } from '@/lib/loading/together.ts'

const ALL = ['alerts'] as const
const REFRESH_MS = 60_000
const FRESH_MS = 10_000
const CONTACT_FRESH_MS = 30_000

type Ask = (recordId: string) => Promise<Date | null>
const asked = new WeakMap<Workspace, Ask>()

/** Joins the requests of a list's rows: one request answers them all. */
function askOf(workspace: Workspace): Ask {
  const ask = asked.get(workspace) ?? together((ids) => workspace.alerts.inMaintenance(ids))
  asked.set(workspace, ask)
  return ask
}

/** Keys and fetchers of maintenance, contacts, deputies, quiet hours and calendars. */
export const alertQueries = {
  all: ALL,
  maintenance: (workspace: Workspace, recordId: string) =>
    queryOptions({
      queryKey: [...ALL, 'maintenance', recordId],
      queryFn: () => workspace.alerts.maintenance(recordId),
    }),
  /** Until when a record is in maintenance; null while it is not. All records of a list are refetched together. */
  inMaintenance: (workspace: Workspace, recordId: string) =>
    queryOptions({
      queryKey: [...ALL, 'in maintenance', recordId],
      queryFn: () => askOf(workspace)(recordId),
      staleTime: FRESH_MS,
      refetchInterval: () => REFRESH_MS - (Date.now() % REFRESH_MS),
    }),
  deputy: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'deputy'], queryFn: () => workspace.alerts.deputy() }),
  quietHours: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'quiet hours'], queryFn: () => workspace.alerts.quietHours() }),
  contact: (workspace: Workspace, memberId: string) =>
    queryOptions({
      queryKey: [...ALL, 'contact', memberId],
      queryFn: () => workspace.alerts.contact(memberId),
      staleTime: CONTACT_FRESH_MS,
    }),
  escalation: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'escalation'], queryFn: () => workspace.alerts.escalation() }),
  calendars: (workspace: Workspace) =>
    queryOptions({ queryKey: [...ALL, 'calendars'], queryFn: () => workspace.alerts.calendars() }),
}
