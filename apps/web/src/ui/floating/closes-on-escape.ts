import type { KeyboardEvent } from 'react'
import { topWindow } from './open-window.ts'

/**
 * A key handler for a dialog: closes it on Escape also while a toast lies above it, where Radix would give the key to
 * the toast. A key press that Radix has handled, by closing the dialog or a list in it, is ignored, and so is one that a
 * window inside of this one has taken.
 */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    close()
    event.preventDefault()
  }
}

/**
 * Gives an Escape to the window on top that came while nothing had the focus: a window that has just closed hands it back
 * a moment later. Returns what ends this.
 */
export function giveEscapeToWindow(): () => void {
  const give = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.target !== document.body) return
    topWindow()?.dispatchEvent(
      new globalThis.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
  }
  document.addEventListener('keydown', give)
  return () => document.removeEventListener('keydown', give)
}
