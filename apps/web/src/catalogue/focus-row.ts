const TITLE = '#main [data-row-title]'
const TOASTS = '[role="region"]'
const MOST_FRAMES = 30

/**
 * Focuses the row with this title as soon as it is drawn, or the start of the screen where it is not: for what was brought
 * back from a toast, which goes. A user who is elsewhere by then stays there.
 */
export function focusRow(title: string): void {
  let frames = 0
  const look = () => {
    const row = [...document.querySelectorAll<HTMLElement>(TITLE)].find(
      ({ textContent }) => textContent === title,
    )
    frames += 1
    if (!row && frames < MOST_FRAMES) return void requestAnimationFrame(look)
    if (isFocusLost()) (row ?? document.querySelector<HTMLElement>('#main'))?.focus()
  }
  requestAnimationFrame(look)
}

/** On nothing, on the whole of the screen, or in the toast that brought it back. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || activeElement.id === 'main') return true
  return activeElement.closest(TOASTS) !== null
}
