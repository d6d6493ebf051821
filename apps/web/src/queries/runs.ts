import type { Run } from '@cairn/workspace/port/records/heartbeats'
import { RUNS_PAGE } from '@cairn/workspace/port/runs-page'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { heartbeatQueries } from './heartbeats.ts'

/** Where the runs begin: before no number. */
const LATEST: { before: number | null } = { before: null }

function nextOf(page: readonly Run[]): typeof LATEST | null {
  const last = page.at(-1)
  return last === undefined || page.length < RUNS_PAGE ? null : { before: last.number }
}

/** Keys and fetchers of what a heartbeat reported, which its details alone show. */
export const runQueries = {
  pages: (workspace: Workspace, heartbeatId: string) =>
    infiniteQueryOptions({
      queryKey: [...heartbeatQueries.all, 'runs', heartbeatId],
      queryFn: ({ pageParam }) => workspace.heartbeats.runs(heartbeatId, pageParam.before),
      initialPageParam: LATEST,
      getNextPageParam: (page) => nextOf(page),
      staleTime: 0,
    }),
  days: (workspace: Workspace, heartbeatId: string) =>
    queryOptions({
      queryKey: [...heartbeatQueries.all, 'days', heartbeatId],
      queryFn: () => workspace.heartbeats.days(heartbeatId),
      staleTime: 0,
    }),
}
