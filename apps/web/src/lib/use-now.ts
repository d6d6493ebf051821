import { useEffect, useState } from 'react'

const HALF_A_MINUTE_MS = 30_000

/** The time in milliseconds, told anew twice a minute, for what shows how long ago something was. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), HALF_A_MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
