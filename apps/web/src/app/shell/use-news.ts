import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { logFailure } from '@/lib/log.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'
import { showRestored } from '@/queries/deletions/show-restored.ts'
import { keysOfNews } from '@/queries/news.ts'
import { useSessionStore } from '@/session/context.tsx'
import type { SessionState } from '@/session/session-state.ts'
import { createNewsWindow } from './news-window.ts'

const REFRESH_MS = 10_000
const QUERY_KEY = ['news'] as const
const CHANNEL = 'cairn-news'

/**
 * Asks every 10 s what has changed, while the tab is in sight and the server can be reached, and at once when another
 * tab of this browser has changed something. Outdated data is loaded again, and account and level are updated.
 */
export function useNews(state: SessionState): void {
  const workspace = useWorkspace()
  const session = useSessionStore()
  const queries = useQueryClient()
  const [lookBack] = useState(() => createNewsWindow(() => Date.now()))
  const personId = state.status === 'signed-in' && state.membership !== null ? state.person.id : null
  useQuery({
    queryKey: QUERY_KEY,
    async queryFn() {
      const asked = lookBack.ask()
      try {
        const { membership, changed } = await workspace.news.within(asked.withinMs)
        asked.answered()
        if (personId !== null) session.noteMembership(personId, membership)
        await showRestored(workspace, pendingDeletions, changed).catch((error) =>
          logFailure('looking for what was restored', error),
        )
        for (const queryKey of keysOfNews(changed)) void queries.invalidateQueries({ queryKey })
      } catch (error) {
        logFailure('reading what is new', error)
      }
      return null
    },
    enabled: personId !== null,
    // The screens have just read their data.
    initialData: null,
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  })
  useOtherTabs(queries)
}

/** Tells the other tabs of this browser of every change that is made here, and asks for news when one of them tells. */
function useOtherTabs(queries: QueryClient): void {
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void queries.invalidateQueries({ queryKey: QUERY_KEY })
    const unsubscribe = queries.getMutationCache().subscribe(({ type, ...event }) => {
      if (type === 'updated' && 'action' in event && event.action.type === 'success')
        channel.postMessage(null)
    })
    return () => {
      unsubscribe()
      channel.close()
    }
  }, [queries])
}
