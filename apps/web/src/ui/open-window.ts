const WINDOW = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]'

/** Whether a window is open over the page: it has the focus, and the keys. */
export function isWindowOpen(): boolean {
  return document.querySelector(WINDOW) !== null
}
