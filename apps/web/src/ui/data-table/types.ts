import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface DataColumn<Item> {
  id: string
  header: string
  cell: (item: Item) => ReactNode
  /**
   * Makes the column sortable by this value. Null sorts after every other value; undefined is last in both directions.
   */
  sortBy?: (item: Item) => string | number | Date | null | undefined
  /** A CSS width; columns without one share the rest. */
  width?: string
  /**
   * Below this width of the table, the column takes the remaining width instead, since a column without a width is
   * hidden.
   */
  fillsBelow?: 'wide' | 'widest' | 'full' | 'vast'
  align?: 'start' | 'end'
  /** Whether its text continues on a second line, where rows are high enough for it. */
  isLong?: boolean
  /**
   * The width of the table from which on the column is shown: `medium` 640 px, `broad` 688 px, `wide` 768 px, `widest`
   * 928 px, `full` 1104 px, `roomy` 1280 px, `vast` 1536 px. The text of a name keeps 160 px at least: all other
   * columns are hidden first. Cards show it always.
   */
  from?: 'medium' | 'broad' | 'wide' | 'widest' | 'full' | 'roomy' | 'vast'
  /**
   * Of the title column: the page of a row. A press of the middle button, or with ctrl or cmd, opens it in a new tab.
   */
  hrefOf?: (item: Item) => string
  /** Of the title column: a small picture of a row, 20 px wide. It gives way to the box that selects the row. */
  markOf?: (item: Item) => ReactNode
  /** Whether a cell of the title column has a separate control, such as a link: then it does not open the row. */
  bringsControl?: (item: Item) => boolean
  /** Whether its cells can be edited in place, see `onEditCell`. */
  isEditable?: boolean
  /** Whether its cells hold a control, over which the actions of a row do not appear. */
  hasControl?: boolean
  /** Whether it stays in sight while the table scrolls sideways; only the first one can. */
  frozen?: boolean
  /** Its place in a phone's card: the headline, a labelled line (the default), or nowhere. */
  onPhone?: 'title' | 'line' | 'hidden'
}

/** Widths of columns in pixels at the usual size of text, by id. */
export type ColumnWidths = ReadonlyMap<string, number>

export interface Sort {
  /** The id of the column. */
  id: string
  desc: boolean
}

/** Rows in the order of the table. */
export interface SelectableRows<Item> {
  readonly length: number
  /** Undefined for a row that is not loaded yet. */
  at: (index: number) => Item | undefined
  /** Loads the rows from one index to another, the last included; missing where all are loaded. */
  load?: (first: number, last: number) => Promise<readonly Item[]>
  /** The query that they answer: the same object for as long as their order stays. */
  question?: object
}

/** Rows of which only some are loaded: the others are loaded when they come into sight. */
export interface PagedRows<Item> extends SelectableRows<Item> {
  /** Called with the rows that are in sight. */
  onShown: (first: number, last: number) => void
  /** Whether they still answer an earlier query. */
  isStale: boolean
  /** The text read out in place of a row that is not loaded yet. */
  loadingText: string
}

/** The selected rows, and the functions that select them. */
export interface RowSelection<Item> {
  isSelected: (item: Item) => boolean
  /** Whether any row is selected: then every row shows its box. */
  isAny: boolean
  /** Toggles a row; with `extend`, selects everything from the row that was toggled last. */
  onSelect: (index: number, extend: boolean, rows: SelectableRows<Item>) => void
  /** The label of a row's box. */
  labelOf: (item: Item) => string
}

/** The rows of a table, and their order. */
export interface DataTableRows<Item> {
  /** All of them, which the table sorts; or some of many, which are sorted already. */
  rows: readonly Item[] | PagedRows<Item>
  /** Null for their original order. */
  sort: Sort | null
  onSort: (sort: Sort) => void
  loading: boolean
  /** Present where rows can be selected. */
  selection?: RowSelection<Item>
}

/** The widths of the columns that the user has set. */
export interface ColumnSizing {
  /**
   * Null until the user has arranged them. Then a column without a width takes the remaining space, and the table
   * scrolls sideways.
   */
  widths: ColumnWidths | null
  /**
   * Called when the user has dragged an edge, with the new width, null for the usual one, and the widths of the visible
   * columns.
   */
  onResize: (columnId: string, width: number | null, shown: ColumnWidths) => void
}

export interface DataTableProps<Item> extends DataTableRows<Item> {
  /** The label of the table for a screen reader. */
  label: string
  columns: readonly DataColumn<Item>[]
  /** Of several tables under one head: the head alone, or the rows of one of them. */
  part?: 'head' | 'rows'
  /** Present where the user may arrange the columns. */
  sizing?: ColumnSizing
  rowId: (item: Item) => string
  /** Opens a row: by a press anywhere on it, or on the cell of the title column, which is a button. */
  onOpen?: (item: Item) => void
  /** Edits a cell in place; without a column, the user has pressed `e` on the row. The title has the focus. */
  onEditCell?: (item: Item, columnId: string | null, anchor: HTMLElement) => void
  /** Whether a row cannot be opened. */
  isInert?: (item: Item) => boolean
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode
  actionsHeader?: string
  /** Their width where they are always in sight, as on a touch screen; the default has room for two. */
  actionsWidth?: string
  /** The text read out while loading. */
  loadingText?: string
  emptyText: string
}
