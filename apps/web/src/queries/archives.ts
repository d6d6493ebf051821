import type { ArchiveState } from '@cairn/workspace/port/archives'
import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const WORKING_MS = 2_000

/** Whether the server is working on an archive, so that its state changes by itself. */
function isUnderWay({ archive, import: taken }: ArchiveState): boolean {
  return [archive?.state, taken?.state].some((state) => state === 'waiting' || state === 'working')
}

/** Key and fetcher of the archives of the account. */
export const archiveQueries = {
  state: (workspace: Workspace) =>
    queryOptions({
      queryKey: ['archives'],
      queryFn: () => workspace.archives.state(),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && WORKING_MS,
    }),
}
