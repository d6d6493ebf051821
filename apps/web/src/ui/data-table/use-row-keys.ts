import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

const TITLE = '[data-row-title]'

export interface RowKeys {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onKeyUp: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

interface RowKeysOptions {
  listRef: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** Brings a row into sight, which may not be drawn yet. */
  scrollTo: (index: number) => void
  /**
   * Present where rows can be selected: Space toggles a row, Shift with an arrow key extends the selection to the next.
   */
  onSelect?: ((index: number, extend: boolean) => void) | undefined
  /** Present where rows can be edited: `e` does so. */
  onEdit?: ((index: number, title: HTMLElement) => void) | undefined
}

/**
 * Arrow keys step from the title of one row to the next, Page Up and Down by a window, Home and End to the first and
 * the last: also to rows that are not drawn, or not loaded yet. Rows carry `data-index`.
 */
export function useRowKeys({
  listRef,
  count,
  rowHeight,
  scrollTo,
  onSelect,
  onEdit,
}: RowKeysOptions): RowKeys {
  /** The row that has the focus, or will have it as soon as it is drawn. */
  const meant = useRef<number | null>(null)

  useLayoutEffect(() => {
    const list = listRef.current
    if (meant.current === null || !list) return
    const { activeElement, body } = list.ownerDocument
    if (activeElement !== body && !list.contains(activeElement)) return
    const title = titleOf(list, meant.current)
    if (title !== activeElement) title?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const forget = () => {
      meant.current = null
    }
    document.addEventListener('pointerdown', forget)
    return () => document.removeEventListener('pointerdown', forget)
  }, [])

  return {
    onFocus: ({ target }) => {
      meant.current = target.matches(TITLE) ? indexOf(target) : null
    },
    // Releasing the key would press the title.
    onKeyUp(event) {
      if (event.key === ' ' && onSelect && event.target instanceof HTMLElement && event.target.matches(TITLE))
        event.preventDefault()
    },
    onKeyDown(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      if (!(event.target instanceof HTMLElement) || !event.target.matches(TITLE)) return
      if (event.key === ' ' && onSelect) {
        event.preventDefault()
        onSelect(indexOf(event.target), event.shiftKey)
        return
      }
      if (event.key === 'e' && onEdit && !event.repeat) {
        event.preventDefault()
        onEdit(indexOf(event.target), event.target)
        return
      }
      if (event.shiftKey && !(onSelect && /^Arrow(Up|Down)$/.test(event.key))) return
      const next = stepFrom(indexOf(event.target), event.key, { count, rowsInSight: innerHeight / rowHeight })
      if (next === null) return
      event.preventDefault()
      if (event.shiftKey) onSelect?.(next, true)
      meant.current = next
      titleOf(listRef.current, next)?.focus({ preventScroll: true })
      scrollTo(next)
    },
  }
}

/** Returns the element of a row that gets the focus; null while it is not drawn. */
export function titleOf(list: HTMLElement | null, index: number): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-index="${index}"] ${TITLE}`) ?? null
}

function indexOf(title: Element): number {
  return Number(title.closest('[data-index]')?.getAttribute('data-index'))
}

interface Extent {
  count: number
  rowsInSight: number
}

/** Returns the index to which a key leads from a row; null for any other key. */
export function stepFrom(index: number, key: string, { count, rowsInSight }: Extent): number | null {
  const target = targetOf(index, key, { count, rowsInSight })
  return target === null ? null : Math.min(Math.max(target, 0), count - 1)
}

function targetOf(index: number, key: string, { count, rowsInSight }: Extent): number | null {
  // Steps by less than a window, so that the last row stays in sight as the first.
  const page = Math.max(1, Math.floor(rowsInSight) - 3)
  switch (key) {
    case 'ArrowDown':
      return index + 1
    case 'ArrowUp':
      return index - 1
    case 'PageDown':
      return index + page
    case 'PageUp':
      return index - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
