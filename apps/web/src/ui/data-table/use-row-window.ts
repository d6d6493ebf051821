import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePrinting } from '@/lib/browser/printing.ts'
import type { DataTableProps, PagedRows, RowSelection } from './types.ts'
import { type RowKeys, titleOf, useRowKeys } from './use-row-keys.ts'

/** The number of rows up to which all are drawn, which also lets the browser search all of them. */
const DRAW_ALL_UP_TO = 100
const HEADER_HEIGHT = 100
/** The height of the table's header, which comes before the rows in a box. */
const HEAD_IN_BOX = 36

interface RowWindowOptions<Item> {
  rows: readonly Item[] | PagedRows<Item>
  rowId: (item: Item) => string
  rowHeight: number
  selection?: RowSelection<Item> | undefined
  onEditCell?: DataTableProps<Item>['onEditCell']
  /** The element in which they scroll; without it, the page. */
  box?: RefObject<HTMLElement | null> | null
}

interface DrawnRow<Item> {
  key: string
  index: number
  /** Undefined until it is loaded. */
  item: Item | undefined
}

interface RowWindow<Item, Element extends HTMLElement> {
  /** The ref of the element that holds the rows. */
  listRef: RefObject<Element | null>
  /** The key handlers of the same element: arrow keys and the like. */
  keys: RowKeys
  drawn: readonly DrawnRow<Item>[]
  /** The heights of the rows that are left out before and after. */
  before: number
  after: number
  /** The ref of each row where heights differ. */
  measure: (element: HTMLElement | null) => void
}

/** Returns the rows to draw: all of a short list, of a long one those in and near the window. */
export function useRowWindow<Item, Element extends HTMLElement>(
  options: RowWindowOptions<Item>,
): RowWindow<Item, Element> {
  const { rows, rowId, rowHeight, selection, onEditCell, box = null } = options
  const listRef = useRef<Element>(null)
  const top = useTopOf(listRef)
  const scrollMargin = box ? HEAD_IN_BOX : top
  const isPrinting = usePrinting()
  const isLong = rows.length > DRAW_ALL_UP_TO && !isPrinting
  const virtualizer = useScroller({ count: rows.length, rowHeight, box, scrollMargin, isLong })
  const scrollTo = (index: number) => {
    if (isLong) virtualizer.scrollToIndex(index)
    else titleOf(listRef.current, index)?.scrollIntoView({ block: 'nearest' })
  }
  const onSelect = selection && ((index: number, extend: boolean) => selection.onSelect(index, extend, rows))
  const onEdit =
    onEditCell &&
    ((index: number, title: HTMLElement) => {
      const item = rows.at(index)
      if (item !== undefined) onEditCell(item, null, title)
    })
  const keys = useRowKeys({ listRef, count: rows.length, rowHeight, scrollTo, onSelect, onEdit })
  const range = virtualizer.range
  useShownRows(rows, isLong ? (range?.startIndex ?? 0) : 0, isLong ? (range?.endIndex ?? 0) : rows.length)
  const draw = (index: number): DrawnRow<Item> => {
    const item = rows.at(index)
    // A loaded row replaces the empty one, with the focus that may be on it.
    const key = 'onShown' in rows || item === undefined ? String(index) : rowId(item)
    return { key, index, item }
  }
  if (!isLong) {
    const all = Array.from({ length: rows.length }, (_, index) => draw(index))
    // Nothing that is still to come fits on paper.
    const drawn = isPrinting ? all.filter(({ item }) => item !== undefined) : all
    return { listRef, keys, drawn, before: 0, after: 0, measure: ignore }
  }
  const items = virtualizer.getVirtualItems()
  return {
    listRef,
    keys,
    drawn: items.filter(({ index }) => index < rows.length).map(({ index }) => draw(index)),
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin),
    measure: virtualizer.measureElement,
  }
}

interface ScrollerOptions {
  count: number
  rowHeight: number
  box: RefObject<HTMLElement | null> | null
  scrollMargin: number
  isLong: boolean
}

/** Returns the rows in sight of a long list, and what scrolls to one: in the box, or else in the page. */
function useScroller({ count, rowHeight, box, scrollMargin, isLong }: ScrollerOptions) {
  const common = {
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    scrollPaddingEnd: rowHeight,
  }
  // The sticky header must not cover the row that gets the focus.
  const inPage = useWindowVirtualizer({
    ...common,
    enabled: isLong && !box,
    scrollPaddingStart: HEADER_HEIGHT,
  })
  const inBox = useVirtualizer<HTMLElement, HTMLElement>({
    ...common,
    enabled: isLong && box !== null,
    scrollPaddingStart: HEAD_IN_BOX,
    getScrollElement: () => box?.current ?? null,
  })
  return box ? inBox : inPage
}

const ignore = () => undefined

/** Returns the distance of an element from the top of the page. */
function useTopOf(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setTop((ref.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    // The content above can appear and disappear.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return top
}

/** Tells rows that come in pages which of them are in sight. */
function useShownRows<Item>(rows: readonly Item[] | PagedRows<Item>, first: number, last: number): void {
  const onShown = 'onShown' in rows ? rows.onShown : null
  useEffect(() => onShown?.(first, last), [onShown, first, last])
}
