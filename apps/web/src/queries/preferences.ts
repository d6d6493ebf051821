import type { Workspace } from '@cairn/workspace/port/workspace'
import { queryOptions } from '@tanstack/react-query'

/** Key and fetcher of what the person wants to be told. */
export const preferenceQueries = {
  notifications: (workspace: Workspace) =>
    queryOptions({
      queryKey: ['preferences', 'notifications'],
      queryFn: () => workspace.preferences.notifications(),
    }),
}
