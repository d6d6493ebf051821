import { useEffect, useEffectEvent } from 'react'
import { keepEarlyTyping } from '@/lib/browser/early-typing.ts'
import { isApple, isChord, isTextField } from '@/lib/browser/key-chord.ts'
import { isWindowOpen } from '@/ui/floating/open-window.ts'

type Press = Parameters<typeof isChord>[0] & Pick<KeyboardEvent, 'isComposing'>

/** Whether a key press opens the palette: ctrl or cmd with K, except ctrl with K in a text on a Mac (it cuts a line). */
export function isPaletteShortcut(
  event: Press,
  { platform, inText }: { platform: string; inText: boolean },
): boolean {
  if (!isChord(event, 'k') || event.isComposing) return false
  return !(inText && isApple(platform) && event.ctrlKey)
}

interface PaletteShortcut {
  isOpen: boolean
  toggle: () => void
  /** Called when the first of the keys is down. */
  onPrepare: () => void
}

/** Listens for the palette's keys. They do nothing while another dialog is open. */
export function usePaletteShortcut({ isOpen, toggle, onPrepare }: PaletteShortcut): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') onPrepare()
    const where = { platform: navigator.platform, inText: isTextField(event.target) }
    if (event.defaultPrevented || !isPaletteShortcut(event, where)) return
    if (!isOpen && isWindowOpen()) return
    event.preventDefault()
    if (!isOpen) keepEarlyTyping()
    toggle()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
