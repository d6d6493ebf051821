import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

const ATTEMPTS = 3
const RETRY_DELAY_MS = 500

/** Key and fetcher of the user's own profile. */
export const profileQueries = {
  all: ['profile'] as const,
  mine: (workspace: Workspace) =>
    queryOptions({
      queryKey: [...profileQueries.all, 'mine'],
      queryFn: () => workspace.profile.mine(),
      retry: (failures) => failures < ATTEMPTS - 1,
      retryDelay: RETRY_DELAY_MS,
    }),
}
