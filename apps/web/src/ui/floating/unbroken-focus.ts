import { type FocusEvent, useRef } from 'react'

/**
 * Handlers for a window that keeps the focus inside. Such a window (Radix, `FocusScope`) takes the focus itself when
 * something goes from it while no control has the focus, so that the focus is not lost with what went. Between two
 * controls no control has it either: without these handlers a tooltip that closes while Tab leads from one control to the
 * next would put the user back at the top of the window. With them the focus arrives where it was going.
 */
export function useUnbrokenFocus() {
  const next = useRef<EventTarget | null>(null)
  return {
    onBlurCapture({ relatedTarget }: FocusEvent) {
      next.current = relatedTarget
    },
    onFocus({ target, currentTarget }: FocusEvent) {
      const wanted = next.current
      next.current = null
      if (target !== currentTarget || wanted === target) return
      if (wanted instanceof HTMLElement && currentTarget.contains(wanted)) wanted.focus()
    },
  }
}
