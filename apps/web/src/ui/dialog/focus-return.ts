import { useState } from 'react'

const WINDOW = '[role="dialog"], [role="alertdialog"]'

/** What had the focus when a window opened. */
interface Opener {
  opener: HTMLElement | null
}

/**
 * Gives the focus back to what had it when a window opened, or to the screen where that is gone (the row that was
 * deleted). Radix does so only for windows with a trigger of its own; ours are mostly opened by a screen's state.
 * @param shared where windows take each other's place: the opener of the first is that of all
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
    /** For `onCloseAutoFocus`. False where the window that has taken the place of this one has the focus. */
    giveBack(event: Event): boolean {
      event.preventDefault()
      const { activeElement, body } = document
      if (activeElement?.closest(WINDOW)) return false
      if (known.opener?.isConnected) known.opener.focus()
      // If the user moved on while the dialog faded out, the focus stays there.
      else if (activeElement === body) document.querySelector('main')?.focus()
      known.opener = null
      return true
    },
  }
}
