import type { Row, Table } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { DataColumn, DataTableProps } from './data-table-types.ts'

/** What the table's two faces, grid and cards, are given. */
export interface DataTableViewProps<Item> extends DataTableProps<Item> {
  table: Table<Item>
}

/** The column whose cell names the row and opens it. */
export function titleColumn<Item>(columns: readonly DataColumn<Item>[]): DataColumn<Item> | undefined {
  return columns.find((column) => column.onPhone === 'title') ?? columns[0]
}

/** Up to so many rows are simply drawn, which also lets the browser search all of them. */
const DRAW_ALL_UP_TO = 100

interface RowWindow<Item, Element extends HTMLElement> {
  /** Goes on the element that holds the rows. */
  listRef: RefObject<Element | null>
  shown: readonly { row: Row<Item>; index: number }[]
  /** Heights of what is left out before and after. */
  before: number
  after: number
  /** Goes on each row where heights differ. */
  measure: (element: HTMLElement | null) => void
}

/** The rows to draw: all of a short list, of a long one those in and near the window. */
export function useRowWindow<Item, Element extends HTMLElement>(
  rows: readonly Row<Item>[],
  rowHeight: number,
): RowWindow<Item, Element> {
  const listRef = useRef<Element>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const top = listRef.current?.getBoundingClientRect().top ?? 0
    setScrollMargin(top + window.scrollY)
  }, [])
  const isLong = rows.length > DRAW_ALL_UP_TO
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollMargin,
  })
  const measure = isLong ? virtualizer.measureElement : ignore
  if (!isLong) {
    return { listRef, shown: rows.map((row, index) => ({ row, index })), before: 0, after: 0, measure }
  }
  const items = virtualizer.getVirtualItems()
  const shown = items.flatMap(({ index }) => {
    const row = rows[index]
    return row ? [{ row, index }] : []
  })
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return { listRef, shown, before, after, measure }
}

const ignore = () => undefined

/** Arrow keys step from the title of one row to the next; Home and End go to the first and last one drawn. */
export function stepThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-row-title]')) return
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-title]')]
  const at = titles.indexOf(event.target)
  const next = { ArrowDown: titles[at + 1], ArrowUp: titles[at - 1], Home: titles[0], End: titles.at(-1) }[
    event.key
  ]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Whether a press on a row is meant for the row, not for a control in it or for text that is being selected. */
export function isMeantForRow(event: MouseEvent): boolean {
  if (event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]'))
    return false
  return window.getSelection()?.isCollapsed ?? true
}
