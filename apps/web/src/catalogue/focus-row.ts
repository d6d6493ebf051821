const TITLE = '#main [data-row-title]'
const TOASTS = '[role="region"]'
const WINDOWS = '[role="dialog"], [role="alertdialog"]'
const MAX_FRAMES = 30
const MAX_FRAMES_OF_LEAVING = 180

/**
 * Focuses the row with this title as soon as it is drawn, or the start of the screen where it is not: for what was brought
 * back from a toast, which goes. A user who is elsewhere by then stays there.
 */
export function focusRow(title: string): void {
  let frames = 0
  const tryFocus = () => {
    const row = rowTitle(title)
    frames += 1
    if (!row && frames < MAX_FRAMES) return void requestAnimationFrame(tryFocus)
    if (isFocusLost()) (row ?? document.querySelector<HTMLElement>('#main'))?.focus()
  }
  requestAnimationFrame(tryFocus)
}

/**
 * Focuses what `next` finds as soon as a button is gone, and the window that it had opened; the start of the screen where
 * nothing is found. A user who is elsewhere by then stays there.
 */
export function focusOnceGone(button: Element | null, next: () => HTMLElement | null | undefined): void {
  let frames = 0
  const tryFocus = () => {
    frames += 1
    const isThere = button?.isConnected || document.activeElement?.closest(WINDOWS)
    if (isThere && frames < MAX_FRAMES_OF_LEAVING) return void requestAnimationFrame(tryFocus)
    if (isFocusLost()) (next() ?? document.querySelector<HTMLElement>('#main'))?.focus()
  }
  requestAnimationFrame(tryFocus)
}

/** The title of a row, as it stands in the list. */
export function rowTitle(title: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(TITLE)].find(({ textContent }) => textContent === title)
}

/** On nothing, on the whole of the screen, or in the toast that brought it back. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement.id === 'main') return true
  return activeElement.closest(TOASTS) !== null
}
