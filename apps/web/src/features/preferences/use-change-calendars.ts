import { alertQueries } from '@/queries/alerts.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { type ChangeOptions, useChange } from '@/shared/form/use-change.ts'

/** Makes, renews or removes a calendar address; the list is loaded anew. */
export function useChangeCalendars<Given, Answer>(
  options: ChangeOptions<ReturnType<typeof useWorkspace>['alerts'], Given, Answer>,
) {
  const { alerts } = useWorkspace()
  return useChange(alerts, alertQueries.all, options)
}
