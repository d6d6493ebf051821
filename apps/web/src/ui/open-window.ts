const MENU = '[role="menu"][data-state="open"]'
const WINDOW = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'

/** Whether a window is open over the page: it has the focus, and the keys. */
export function isWindowOpen(): boolean {
  return document.querySelector(WINDOW) !== null
}

/** Whether a menu is open over the page: it has the focus, and closes when it loses it. */
export function hasOpenMenu(): boolean {
  return document.querySelector(MENU) !== null
}
