/** Focuses the start of the screen: the element that it marks as such, otherwise its heading. */
export function focusScreenStart(): void {
  const start =
    document.querySelector('#main [data-screen-start]') ??
    document.querySelector('#main h1') ??
    document.querySelector('#main')
  if (start instanceof HTMLElement) start.focus({ preventScroll: true })
}
