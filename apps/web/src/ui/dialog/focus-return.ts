import { useState } from 'react'

const WINDOW = '[role="dialog"], [role="alertdialog"]'

/** The element that had the focus when a window opened. */
interface Opener {
  opener: HTMLElement | null
}

/**
 * Returns the focus to the element that had it when a window opened, or to the screen where that is gone (the row that
 * was deleted). Radix does so only for windows with a separate trigger; ours are mostly opened by a screen's state.
 * @param shared where windows replace each other: the opener of the first is that of all
 */
export function useFocusReturn(shared: Opener | null = null) {
  const [own] = useState<Opener>(() => ({ opener: null }))
  const known = shared ?? own
  return {
    /** For `onOpenAutoFocus`, before the focus moves. */
    remember() {
      const { activeElement, body } = document
      if (activeElement instanceof HTMLElement && activeElement !== body) known.opener = activeElement
      else if (shared === null) known.opener = null
    },
    /** For `onCloseAutoFocus`. Returns false where the window that has replaced this one has the focus. */
    giveBack(event: Event): boolean {
      event.preventDefault()
      const { activeElement, body } = document
      if (activeElement?.closest(WINDOW)) return false
      const opener = known.opener?.isConnected ? known.opener : document.querySelector('main')
      // If the user moved on while the window went, the focus stays there.
      if (activeElement === body) opener?.focus()
      known.opener = null
      return true
    },
  }
}
