import { isWorthRetrying } from '@cairn/workspace/errors'
import type { Connection } from '@cairn/workspace/port/connection'
import { onlineManager, QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { pendingDeletions } from './deletions/pending-deletions.ts'

const RETRIES = 3
const MAX_RETRY_DELAY_MS = 30_000
const COLLECT_IDLE_AFTER_MS = 5 * 60_000
const FRESH_FOR_MS = 30_000

/** Returns the delay before a retry: 1 s, doubling up to half a minute. */
export function retryDelayMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS)
}

/** Whether to retry. A decision of the server is final; only a request that may succeed later is repeated. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isWorthRetrying(error)
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        gcTime: COLLECT_IDLE_AFTER_MS,
        staleTime: FRESH_FOR_MS,
        // The data on the screen may have changed while the server could not be reached.
        refetchOnReconnect: 'always',
        // All cached data passes here: the one place where deleted records can be filtered out.
        structuralSharing: (before, after) => replaceEqualDeep(before, pendingDeletions.without(after)),
      },
      // A write that cannot be sent fails, and the form keeps its values; it does not wait for the connection.
      mutations: { networkMode: 'always' },
    },
  })
}

/** Pauses queries while the server cannot be reached, and refetches as soon as it can. */
export function followConnection({ current, subscribe }: Connection): void {
  onlineManager.setEventListener((setOnline) => {
    const follow = () => setOnline(current() === 'up')
    follow()
    return subscribe(follow)
  })
}
