import { useEffect } from 'react'

const QUIET_MS = 10_000

/** Calls `act` once, some seconds after the start: what may be needed next is fetched when nothing else waits for the line. */
export function useWhenIdle(act: () => void, afterMs = QUIET_MS): void {
  useEffect(() => {
    const timer = setTimeout(act, afterMs)
    return () => clearTimeout(timer)
  }, [act, afterMs])
}
