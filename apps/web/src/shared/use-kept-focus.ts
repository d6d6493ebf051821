import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** The element of a list that had the focus, and its place. */
interface Focused {
  element: Element
  index: number
  /** Receives the focus where the whole list disappears. */
  around: HTMLElement | null
}

const CONTROL = 'a[href], button:not([aria-disabled])'

/**
 * Keeps the focus in a list whose items, or their buttons, disappear once they were pressed: it stays on the rest of
 * the item or on the item that replaces it. Spread the result on the element whose children are the items.
 */
export function useKeptFocus<List extends HTMLElement>() {
  const ref = useRef<List>(null)
  const focused = useRef<Focused | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.element.isConnected) return
    const { index, around } = focused.current
    focused.current = null
    if (document.activeElement !== document.body) return
    const items = ref.current?.children
    const item = items?.[Math.min(index, items.length - 1)]
    const next = item?.querySelector<HTMLElement>(CONTROL) ?? around
    next?.focus()
  })
  return {
    ref,
    onFocus({ target, currentTarget }: FocusEvent<List>) {
      const index = [...currentTarget.children].findIndex((item) => item.contains(target))
      // A window that an item has opened stands elsewhere in the page.
      if (index >= 0)
        focused.current = { element: target, index, around: currentTarget.closest('[data-panel], main') }
    },
    // React fires no event for an element that it removes.
    onBlur() {
      focused.current = null
    },
  }
}
