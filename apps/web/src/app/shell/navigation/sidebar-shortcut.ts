import { useEffect } from 'react'
import { isChord } from '@/lib/browser/key-chord.ts'

/** Calls `toggle` when ctrl or cmd with B is pressed, wherever the focus is. */
export function useSidebarShortcut(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isChord(event, 'b')) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [toggle])
}
