const MENU = '[role="menu"][data-state="open"]'
/** A panel beside a list is none: the page around it stays in use. */
const WINDOW = '[role="dialog"][data-state="open"]:not([data-panel]), [role="alertdialog"][data-state="open"]'

/** The window that was opened last over the page: it has the focus, and the keys. */
export function topWindow(): Element | undefined {
  return [...document.querySelectorAll(WINDOW)].at(-1)
}

/** Whether a window is open over the page. */
export function isWindowOpen(): boolean {
  return topWindow() !== undefined
}

/** Whether a menu is open over the page: it has the focus, and closes when it loses it. */
export function hasOpenMenu(): boolean {
  return document.querySelector(MENU) !== null
}
