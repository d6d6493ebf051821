import { useEffect, useState } from 'react'

const TICK_MS = 1_000

/** Counts seconds down to zero, from the first render and again after `restart`. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [endMs, setEndMs] = useState(() => Date.now() + seconds * 1_000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endMs - Date.now()) / 1_000)))
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [endMs])
  return { left, restart: () => setEndMs(Date.now() + seconds * 1_000) }
}
