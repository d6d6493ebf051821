import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** What had the focus in a list, and where. */
interface Focused {
  element: Element
  index: number
  /** Takes the focus where the whole list goes. */
  around: HTMLElement | null
}

const CONTROL = 'a[href], button:not([aria-disabled])'

/**
 * For a list whose items, or their buttons, go once they were pressed: the focus stays where it was, on what is left of
 * the item or on the one that takes its place. Spread what it gives on the element whose children are the items.
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
    // React does not hear it of an element that it removes.
    onBlur() {
      focused.current = null
    },
  }
}
