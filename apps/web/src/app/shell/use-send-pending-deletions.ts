import { useEffect } from 'react'
import { pendingDeletions } from '@/queries/deletions/pending-deletions.ts'

/** Sends the deletions that wait for an undo as soon as the page is hidden or closed. */
export function useSendPendingDeletions(): void {
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') void pendingDeletions.sendAll()
    }
    document.addEventListener('visibilitychange', hide)
    addEventListener('pagehide', pendingDeletions.leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      removeEventListener('pagehide', pendingDeletions.leave)
    }
  }, [])
}
