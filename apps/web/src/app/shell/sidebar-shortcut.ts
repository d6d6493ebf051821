import { useEffect } from 'react'
import { isChord } from '@/lib/key-chord.ts'

/** How the keys are written on a machine of this platform. */
export function toggleShortcutLabel(platform: string): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘B' : 'Ctrl B'
}

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
