import { useRef } from 'react'

/**
 * Gives the focus back to what had it when a window opened, or to the screen where that is gone (the row that was
 * deleted). Radix does so only for windows with a trigger of its own; ours are mostly opened by a screen's state.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null)
  return {
    /** For `onOpenAutoFocus`, before the focus moves. */
    remember() {
      const { activeElement, body } = document
      opener.current = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
    },
    /** For `onCloseAutoFocus`. */
    giveBack(event: Event) {
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
      // If the user moved on while the dialog faded out, the focus stays there.
      else if (document.activeElement === document.body) document.querySelector('main')?.focus()
    },
  }
}
