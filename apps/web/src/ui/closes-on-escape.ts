import type { KeyboardEvent } from 'react'

/**
 * A key handler for a dialog: closes it on Escape also while a toast lies above it, where Radix would give the key to
 * the toast. A key press that Radix has handled, by closing the dialog or a list in it, is ignored.
 */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  }
}
