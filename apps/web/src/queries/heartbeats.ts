import type { Heartbeat, HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'
import { together } from '@/lib/loading/together.ts'

const REFRESH_MS = 15_000
const FRESH_MS = 10_000

type Ask = (recordId: string) => Promise<Heartbeat | null>
const asked = new WeakMap<Workspace, Map<HeartbeatKind, Ask>>()

/** Joins the requests of a list's rows: one request answers them all. */
function askOf(workspace: Workspace, kind: HeartbeatKind): Ask {
  const ofWorkspace = asked.get(workspace) ?? new Map<HeartbeatKind, Ask>()
  asked.set(workspace, ofWorkspace)
  const ask =
    ofWorkspace.get(kind) ??
    together(async (ids) => {
      const found = await workspace.heartbeats.of(kind, ids)
      return new Map(found.map((heartbeat) => [heartbeat.recordId, heartbeat]))
    })
  ofWorkspace.set(kind, ask)
  return ask
}

/** Keys and fetchers of heartbeats. */
export const heartbeatQueries = {
  all: ['heartbeats'] as const,
  /** Whether the account has any heartbeat. */
  areUsed: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...heartbeatQueries.all, 'counts'],
      queryFn: () => workspace.heartbeats.counts(),
      select: (counts) => Object.values(counts).some((count) => count > 0),
    }),
  /**
   * The heartbeat of a record; null without one. It is refetched while the tab is in sight: all at the same moments of
   * the clock, so that one request answers them.
   */
  of: (workspace: Workspace, kind: HeartbeatKind, recordId: string, everyMs: number = REFRESH_MS) =>
    queryOptions({
      queryKey: [...heartbeatQueries.all, kind, recordId],
      queryFn: () => askOf(workspace, kind)(recordId),
      staleTime: FRESH_MS,
      refetchInterval: () => everyMs - (Date.now() % everyMs),
    }),
}
