import type { AlertsPart } from '@cairn/workspace/port/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { heartbeatQueries } from '@/queries/heartbeats.ts'
import { inboxQueries } from '@/queries/inbox.ts'
import { historyQueries } from '@/queries/records/history.ts'
import { type ChangeOptions, useChange } from '@/shared/form/use-change.ts'

/** Loads the maintenance of a record that is not over. */
export function useMaintenance(recordId: string) {
  return useQuery(alertQueries.maintenance(useWorkspace(), recordId))
}

/** Plans or ends maintenance; what says how the record runs is loaded anew. */
export function useChangeMaintenance<Given, Answer>(options: ChangeOptions<AlertsPart, Given, Answer>) {
  const { alerts } = useWorkspace()
  const queries = useQueryClient()
  return useChange(alerts, alertQueries.all, {
    ...options,
    onSettled() {
      for (const queryKey of [historyQueries.all, heartbeatQueries.all, inboxQueries.all])
        void queries.invalidateQueries({ queryKey })
    },
  })
}
