/**
 * The value of a cell. CSV has texts alone; XLSX, JSON and YAML have numbers, dates and booleans too. Empty is null.
 */
export type Cell = string | number | boolean | Date | null

export type Kind = 'csv' | 'xlsx' | 'json' | 'json-lines' | 'yaml'

export const ENCODINGS = [
  'utf-8',
  'utf-8-bom',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
] as const
export type Encoding = (typeof ENCODINGS)[number]

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export const QUOTES = ['"', "'"] as const
export type Quote = (typeof QUOTES)[number]

/** The decimal mark of numbers. */
export type DecimalMark = '.' | ','

/** Which part of a date such as 03/04/2026 comes first. */
export type DateOrder = 'day' | 'month' | 'year'

/** The dialect in which a file was read. The user can specify each part instead of having it recognized. */
export interface Dialect {
  kind: Kind
  /** Null where the format defines it, and for pasted text. */
  encoding: Encoding | null
  separator: Separator | null
  quote: Quote | null
  /** The sheet of a workbook. */
  sheet: string | null
  /** The number of the header row, from 1; null where there is none. */
  headRow: number | null
  decimal: DecimalMark
  /** Null where no date shows the order. */
  dateOrder: DateOrder | null
}

/** The parts of the dialect that the user specifies instead of having them recognized. */
export type Overrides = { readonly [Part in keyof Dialect]?: Dialect[Part] | undefined } & {
  /** The numbers of rows that look like no record, and that the user takes all the same. */
  readonly keptRows?: readonly number[] | undefined
}

export interface Row {
  /** The number of the row as a spreadsheet shows it, from 1, or the number of the entry of a list. */
  number: number
  /** As many cells as there are columns, or fewer where the last ones are empty. */
  cells: readonly Cell[]
  /** The addresses that lie behind cells of a spreadsheet, by their columns. */
  links?: ReadonlyMap<number, string>
}

export interface Table {
  name: string
  /** The headers of the columns; null where the file has none. */
  head: readonly string[] | null
  columns: number
  /** The order of the parts of dates in each column; null where no date of the column shows it. */
  dateOrders: readonly (DateOrder | null)[]
  /** Rows with at least one cell that is not empty, without the header row and without rows that look like no record. */
  rows: readonly Row[]
  /** The rows that look like no record, those that the user takes included. */
  oddRows: readonly OddRow[]
  dialect: Dialect
  /** All sheets of a workbook that can be chosen. */
  sheets: readonly string[]
  problems: readonly CellProblem[]
}

/** A row that looks like no record: a sum of the rows above it, or the heads once more. */
export interface OddRow {
  row: Row
  because: 'sum' | 'heads'
}

/** A problem in a table that can be read all the same. Rows are numbered as in `Row`, columns from 0. */
export type CellProblem =
  | { kind: 'same_heads'; head: string; columns: readonly number[] }
  | { kind: 'cell_too_long'; row: number; column: number; count: number; most: number }
  | {
      kind: 'unreadable_character'
      row: number
      column: number
      found: 'nul' | 'lone_surrogate' | 'replaced'
    }
  | { kind: 'unclosed_quote'; row: number }
  | { kind: 'odd_signs'; count: number }
  | { kind: 'formula_error' | 'formula_not_computed' | 'hidden_rows'; count: number }
