import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkspace } from '@/queries/context.tsx'
import { inboxQueries, LINES_AT_FIRST } from '@/queries/inbox.ts'

const MOST_LINES = 1000

/** The inbox of the user. `onMore` reads further lines; null where the server gives no more. */
export function useInbox() {
  const [limit, setLimit] = useState(LINES_AT_FIRST)
  const query = useQuery(inboxQueries.lines(useWorkspace(), limit))
  const onMore = limit < MOST_LINES ? () => setLimit(limit + LINES_AT_FIRST) : null
  return { ...query, onMore }
}

/** Whether an act that handed records over to the user waits for an answer. */
export function useIsActWaiting(act: string | null): boolean {
  // The screen has just read it.
  const { data } = useQuery({ ...inboxQueries.lines(useWorkspace()), refetchOnMount: false })
  return data?.lines.some((line) => line.reason === 'handover' && line.act === act) ?? false
}
