import type { KeyboardEvent } from 'react'

/**
 * For the surface of a window: closes it on Escape. Radix does so as long as nothing lies above; a toast that came later
 * takes the key for itself. What Radix has closed, the window or a list within it, has used the key up.
 */
export function closesOnEscape(close: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  }
}
