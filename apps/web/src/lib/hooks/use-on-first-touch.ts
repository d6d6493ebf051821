import { useEffect } from 'react'

const EVENTS = ['pointerdown', 'keydown', 'focusin'] as const

/** Calls `act` once, with the first pointer, key or focus event: what the page may need next is fetched then. */
export function useOnFirstTouch(act: () => void): void {
  useEffect(() => {
    const touched = new AbortController()
    const first = () => {
      touched.abort()
      act()
    }
    for (const event of EVENTS) addEventListener(event, first, { passive: true, signal: touched.signal })
    return () => touched.abort()
  }, [act])
}
