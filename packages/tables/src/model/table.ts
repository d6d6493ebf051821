/** What a cell holds. CSV has texts alone; XLSX, JSON and YAML have numbers, dates and truth values too. Empty is null. */
export type Cell = string | number | boolean | Date | null

export type Kind = 'csv' | 'xlsx' | 'json' | 'json-lines' | 'yaml'

export const ENCODINGS = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

export const QUOTES = ['"', "'"] as const
export type Quote = (typeof QUOTES)[number]

/** The mark before the decimals of a number. */
export type DecimalMark = '.' | ','

/** Which part of a date such as 03/04/2026 comes first. */
export type DateOrder = 'day' | 'month' | 'year'

/** How a file was read. Each part can be given by the user instead of being recognized. */
export interface Dialect {
  kind: Kind
  /** Null where the format has its own, and for pasted text. */
  encoding: Encoding | null
  separator: Separator | null
  quote: Quote | null
  /** The sheet of a workbook. */
  sheet: string | null
  /** The number of the row with the heads, from 1; null where there is none. */
  headRow: number | null
  decimal: DecimalMark
  /** Null where no date tells. */
  dateOrder: DateOrder | null
}

/** What the user says instead of what was recognized. */
export type Overrides = { readonly [Part in keyof Dialect]?: Dialect[Part] | undefined }

export interface Row {
  /** Its number as a spreadsheet shows it, from 1, or the number of the entry of a list. */
  number: number
  /** As many as there are columns, or fewer where the last are empty. */
  cells: readonly Cell[]
}

export interface Table {
  name: string
  /** The heads of the columns; null where the file has none. */
  head: readonly string[] | null
  columns: number
  /** Rows with at least one cell that is not empty, without the head. */
  rows: readonly Row[]
  dialect: Dialect
  /** All sheets of a workbook that can be chosen. */
  sheets: readonly string[]
  problems: readonly CellProblem[]
}

/** What is wrong in a table that can be read all the same. Rows are numbered as in `Row`, columns from 0. */
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
