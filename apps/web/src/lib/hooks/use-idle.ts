import { useEffect, useState } from 'react'

/** In milliseconds: a page that is busy for longer goes on all the same. */
const AT_LATEST_MS = 1_000

/** Whether the page has been idle since this was drawn: for what may come after everything else. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const tell = () => setIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(tell, AT_LATEST_MS)
      return () => clearTimeout(timer)
    }
    const call = requestIdleCallback(tell, { timeout: AT_LATEST_MS })
    return () => cancelIdleCallback(call)
  }, [])
  return isIdle
}
