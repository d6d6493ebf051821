import { hasOpenMenu, isWindowOpen } from '@/ui/floating/open-window.ts'

/** Focuses the start of the screen: the element that it marks as such, otherwise its heading. */
export function focusScreenStart(): void {
  const start =
    document.querySelector('#main [data-screen-start]') ??
    document.querySelector('#main h1') ??
    document.querySelector('#main')
  if (start instanceof HTMLElement) start.focus({ preventScroll: true })
}

/** Scrolls to the part of the screen that an address names by its id, and focuses it. Gives whether there is one. */
export function focusPart(hash: string): boolean {
  const part = hash === '' ? null : document.getElementById(hash.slice(1))
  if (part === null) return false
  part.scrollIntoView()
  if (isWindowOpen() || hasOpenMenu()) return true
  // Parts above may be loading, and keep it unseen (in-order.css): then nothing could take the focus, with which it shows.
  part.style.visibility = 'visible'
  part.focus({ preventScroll: true })
  part.style.visibility = ''
  return true
}
