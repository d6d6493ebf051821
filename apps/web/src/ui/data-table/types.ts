import type { ReactNode } from 'react'

/** A column of a `DataTable`. */
export interface DataColumn<Item> {
  id: string
  header: string
  cell: (item: Item) => ReactNode
  /** Makes the column sortable by this value. Null is more than every other; undefined is last in both directions. */
  sortBy?: (item: Item) => string | number | Date | null | undefined
  /** A CSS width; columns without one share the rest. */
  width?: string
  /** Below this width of the table it takes what is left instead, since a column without a width has gone. */
  fillsBelow?: 'wide' | 'widest' | 'full' | 'vast'
  align?: 'start' | 'end'
  /** A text that goes on in a second line, where rows are high enough for it. */
  isLong?: boolean
  /**
   * The width of the table from which on the column is shown: `medium` 640 px, `broad` 688 px, `wide` 768 px, `widest`
   * 928 px, `full` 1104 px, `roomy` 1280 px, `vast` 1536 px. The text of a name keeps 160 px at least: everything else gives way first. Cards show it always.
   */
  from?: 'medium' | 'broad' | 'wide' | 'widest' | 'full' | 'roomy' | 'vast'
  /** Of the title column: the page of a row, to which a press of the middle button, or with ctrl or cmd, leads in a new tab. */
  hrefOf?: (item: Item) => string
  /** Whether a cell of the title column has a control of its own, such as a link: then it does not open the row. */
  bringsControl?: (item: Item) => boolean
  /** Its cells can be changed where they stand, see `onEditCell`. */
  isEditable?: boolean
  /** Stays in sight while the table scrolls sideways; only the first one can. */
  frozen?: boolean
  /** Its place in a phone's card: the headline, a labelled line (the default), or nowhere. */
  onPhone?: 'title' | 'line' | 'hidden'
}

/** Widths of columns in pixels at the usual size of text, by id. */
export type ColumnWidths = ReadonlyMap<string, number>

export interface Sort {
  /** The column's. */
  id: string
  desc: boolean
}

/** Rows as they stand in the table. */
export interface SelectableRows<Item> {
  readonly length: number
  /** Undefined for a row that has not come yet. */
  at: (index: number) => Item | undefined
  /** Gets the rows from one place to another, the last included; missing where all are there. */
  load?: (first: number, last: number) => Promise<readonly Item[]>
  /** What they answer: the same object for as long as their order stands. */
  question?: object
}

/** Rows of which only some are there: the others come when they are in sight. */
export interface PagedRows<Item> extends SelectableRows<Item> {
  /** Hears which rows are in sight. */
  onShown: (first: number, last: number) => void
  /** They still answer an earlier question. */
  isStale: boolean
  /** Read out in the place of a row that has not come yet. */
  loadingText: string
}

/** Which rows are selected, and what selects them. */
export interface RowSelection<Item> {
  isSelected: (item: Item) => boolean
  /** Something is selected: then every row shows its box. */
  isAny: boolean
  /** Toggles a row; with `extend`, selects everything from the row that was toggled last. */
  onSelect: (index: number, extend: boolean, rows: SelectableRows<Item>) => void
  /** What a row's box is called. */
  labelOf: (item: Item) => string
}

/** The rows of a table, and their order. */
export interface DataTableRows<Item> {
  /** All of them, which the table puts in order; or some of many, which come in order. */
  rows: readonly Item[] | PagedRows<Item>
  /** Null for the order in which they come. */
  sort: Sort | null
  onSort: (sort: Sort) => void
  loading: boolean
  /** Where rows can be selected. */
  selection?: RowSelection<Item>
}

/** How wide the user has the columns. */
export interface ColumnSizing {
  /** Null until the user has arranged them. Then a column without one takes what is left, and the table scrolls sideways. */
  widths: ColumnWidths | null
  /** Hears where an edge came to rest, null for the usual width, and how wide the columns in sight are. */
  onResize: (columnId: string, width: number | null, shown: ColumnWidths) => void
}

export interface DataTableProps<Item> extends DataTableRows<Item> {
  /** What the table lists, for a screen reader. */
  label: string
  columns: readonly DataColumn<Item>[]
  /** Where the user may arrange the columns. */
  sizing?: ColumnSizing
  rowId: (item: Item) => string
  /** Opens a row: by a press anywhere on it, or on the cell of the title column, which is a button. */
  onOpen?: (item: Item) => void
  /** Changes a cell where it stands; without a column, `e` was pressed on the row. The title has the focus. */
  onEditCell?: (item: Item, columnId: string | null, anchor: HTMLElement) => void
  /** Marks a row that cannot be opened. */
  isInert?: (item: Item) => boolean
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode
  actionsHeader?: string
  /** Their width; without it, there is room for two. */
  actionsWidth?: string
  /** Read out while loading. */
  loadingText?: string
  emptyText: string
}
