import { useEffect } from 'react'

/** How the keys are written on a machine of this platform. */
export function toggleShortcutLabel(platform: string): string {
  return /mac|iphone|ipad/i.test(platform) ? '⌘B' : 'Ctrl B'
}

/** Whether a key press means the sidebar: ctrl or cmd with B, and nothing else held. */
export function isToggleShortcut(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'b'
  )
}

/** Calls `toggle` when the keys are pressed, wherever the focus is. */
export function useSidebarShortcut(toggle: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isToggleShortcut(event)) return
      event.preventDefault()
      toggle()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [toggle])
}
