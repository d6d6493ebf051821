import { useEffect, useEffectEvent } from 'react'

/** Hears Escape before the window around an open list or editor does, and keeps it from that window. */
export function useEscape(isOpen: boolean, onEscape: () => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onEscape()
  })
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => hear(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [isOpen])
}
