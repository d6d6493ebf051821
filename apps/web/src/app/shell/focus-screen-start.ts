/** Puts the focus where a screen begins: where it says so itself, otherwise at its heading. */
export function focusScreenStart(): void {
  const start =
    document.querySelector('#main [data-screen-start]') ??
    document.querySelector('#main h1') ??
    document.querySelector('#main')
  if (start instanceof HTMLElement) start.focus({ preventScroll: true })
}
