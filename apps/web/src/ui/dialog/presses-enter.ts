import type { KeyboardEvent } from 'react'

/** Hears Enter on a window itself, not on a control in it. The press that has opened the window may still be held. */
export function pressesEnter(event: KeyboardEvent, onEnter: (() => void) | undefined): void {
  const { key, repeat, target, currentTarget } = event
  if (key !== 'Enter' || repeat || target !== currentTarget || !onEnter) return
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  onEnter()
}
