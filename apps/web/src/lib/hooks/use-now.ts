import { useEffect, useState } from 'react'

const HALF_A_MINUTE_MS = 30_000

/** The time in milliseconds, updated twice a minute, for relative times. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), HALF_A_MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
