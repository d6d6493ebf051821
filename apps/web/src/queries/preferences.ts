import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '@/workspace/port.ts'

/** Key and fetcher of what the person wants to be told. */
export const preferenceQueries = {
  notifications: (workspace: Workspace) =>
    queryOptions({
      queryKey: ['preferences', 'notifications'],
      queryFn: () => workspace.preferences.notifications(),
    }),
}
