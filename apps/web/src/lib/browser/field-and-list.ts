import type { KeyboardEvent } from 'react'

const FIELD = 'input[type="search"]'
const TITLE = '[data-row-title]'

/**
 * For the element around a list and the field that narrows it down, as `onKeyDownCapture`: the arrow key leads from the
 * field to the first row, and from there back, as Escape does from every row.
 */
export function stepBetweenFieldAndList(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing)
    return
  const { currentTarget, target } = event
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return
  const next = nextFocus(currentTarget, target, event.key)
  if (!next) return
  event.preventDefault()
  event.stopPropagation()
  next.focus()
}

function nextFocus(around: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const first = around.querySelector<HTMLElement>(`[data-index="0"] ${TITLE}`)
  if (from.matches(FIELD)) return key === 'ArrowDown' ? first : null
  if (!from.matches(TITLE)) return null
  const goesBack = key === 'Escape' || (key === 'ArrowUp' && from === first)
  return goesBack ? around.querySelector<HTMLElement>(FIELD) : null
}
