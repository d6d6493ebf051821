import { useQuery } from '@tanstack/react-query'
import { useWorkspace } from '@/queries/context.tsx'
import { inboxQueries } from '@/queries/inbox.ts'

/** The inbox of the user. */
export function useInbox() {
  return useQuery(inboxQueries.lines(useWorkspace()))
}

/** Whether an act that handed records over to the user waits for an answer. */
export function useIsActWaiting(act: string | null): boolean {
  // The screen has just read it.
  const { data } = useQuery({ ...inboxQueries.lines(useWorkspace()), refetchOnMount: false })
  return data?.lines.some((line) => line.reason === 'handover' && line.act === act) ?? false
}
