import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface DataColumn<Item> {
  id: string
  header: string
  cell: (item: Item) => ReactNode
  /** Makes the column sortable by this value. */
  sortBy?: (item: Item) => string | number | Date | null
  /** A CSS width; columns without one share the rest. */
  width?: string
  align?: 'start' | 'end'
  /** The window from which on the column is shown: `wide` 1024 px, `widest` 1280 px. On phones it never is. */
  from?: 'wide' | 'widest'
  /** The cells of the title column that bring a control of their own, a link elsewhere: they do not open the row. */
  bringsControl?: (item: Item) => boolean
  /** Its place in a phone's card: the headline, a labelled line (the default), or nowhere. */
  onPhone?: 'title' | 'line' | 'hidden'
}

export interface DataTableProps<Item> {
  /** What the table lists, for a screen reader. */
  label: string
  columns: readonly DataColumn<Item>[]
  rows: readonly Item[]
  rowId: (item: Item) => string
  /** Opens a row: by a press anywhere on it, or on the cell of the title column, which is a button. */
  onOpen?: (item: Item) => void
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode
  actionsHeader?: string
  /** Their width; without it, there is room for two. */
  actionsWidth?: string
  loading?: boolean
  /** Read out while loading. */
  loadingText?: string
  emptyText: string
  initialSort?: { id: string; desc?: boolean }
}
