const MENU = '[role="menu"][data-state="open"]'
/** A panel beside a list is none: the page around it stays in use. */
const WINDOW = '[role="dialog"][data-state="open"]:not([data-panel]), [role="alertdialog"][data-state="open"]'

/** Whether a window is open over the page: it has the focus, and the keys. */
export function isWindowOpen(): boolean {
  return document.querySelector(WINDOW) !== null
}

/** Whether a menu is open over the page: it has the focus, and closes when it loses it. */
export function hasOpenMenu(): boolean {
  return document.querySelector(MENU) !== null
}
