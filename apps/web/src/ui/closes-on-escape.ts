import type { KeyboardEvent } from 'react'

const passedOn = new WeakSet<Event>()

/** For a layer that is on its way out when the key comes: it is meant for the window that has taken the focus. */
export function passEscapeOn(event: Event): void {
  passedOn.add(event)
}

/**
 * A key handler for a dialog: closes it on Escape also while a toast lies above it, where Radix would give the key to
 * the toast. A key press that Radix has handled, by closing the dialog or a list in it, is ignored.
 */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    const isFree = !event.defaultPrevented || passedOn.has(event.nativeEvent)
    if (event.key === 'Escape' && isFree) close()
  }
}
