import type { Table } from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import type { DataColumn, DataTableProps, PagedRows } from './types.ts'

/** The properties of the table's two layouts, grid and cards. */
export interface DataTableViewProps<Item> extends DataTableProps<Item> {
  table: Table<Item>
  /** The rows in their order. */
  shown: readonly Item[] | PagedRows<Item>
  /** The row that is open beside the table. */
  openId: string | null
}

/** Lets the arrow keys stop at the title of a row that cannot be opened. */
export const INERT_TITLE = { 'data-row-title': '', tabIndex: -1 }

/** The column whose cell names the row and opens it. */
export function titleColumn<Item>(columns: readonly DataColumn<Item>[]): DataColumn<Item> | undefined {
  return columns.find((column) => column.onPhone === 'title') ?? columns[0]
}

/** Returns the text read out for a row that is not loaded yet. */
export function pendingText<Item>({ shown }: Pick<DataTableViewProps<Item>, 'shown'>): string {
  return 'onShown' in shown ? shown.loadingText : ''
}

/** Returns the pointer handlers of a row: they open it, or its page, if any, in a new tab. */
export function rowPresses(open: () => void, href: string | undefined) {
  const openPage = () => window.open(href, '_blank', 'noopener')
  return {
    onClick(event: MouseEvent) {
      if (!isMeantForRow(event)) return
      if (href !== undefined && (event.ctrlKey || event.metaKey)) openPage()
      else open()
    },
    // The middle button would start scrolling.
    onMouseDown(event: MouseEvent) {
      if (isForPage(event)) event.preventDefault()
    },
    onAuxClick(event: MouseEvent) {
      if (isForPage(event)) openPage()
    },
  }

  function isForPage(event: MouseEvent): boolean {
    return href !== undefined && event.button === 1 && isMeantForRow(event)
  }
}

/**
 * Whether a press on a row is meant for the row, not for a control in it, for a list that a control has opened (it lies
 * elsewhere on the page), or for text that is being selected.
 */
function isMeantForRow(event: MouseEvent): boolean {
  if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return false
  if (event.target instanceof Element && event.target.closest('a, button, input, label, [role="menu"]'))
    return false
  return window.getSelection()?.isCollapsed ?? true
}
