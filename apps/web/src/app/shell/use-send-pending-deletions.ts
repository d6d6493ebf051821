import { useEffect } from 'react'
import { pendingDeletions } from '@/queries/pending-deletions.ts'

/** Deletions that can still be taken back are sent before nobody can do that any more: the page is hidden, or goes. */
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
