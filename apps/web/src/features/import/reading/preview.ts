import { readOptions } from '@cairn/tables/matching/read-options'
import { textOf } from '@cairn/tables/model/cell-text'
import type { Cell, CellProblem, Dialect, OddRow, Table } from '@cairn/tables/model/table'
import type { ReadTable } from '@cairn/tables/read-tables'
import { dateOf } from '@cairn/tables/text/date-text'
import { numberOf } from '@cairn/tables/text/number-text'

type ReadOptions = ReturnType<typeof readOptions>

/** The type of the values of a column: texts, numbers or days. */
type ColumnType = 'text' | 'number' | 'date'

/** The parts of a table that a screen shows; the table itself stays where it was read. */
export interface Preview {
  name: string
  shape: ReadTable['shape']
  head: readonly string[] | null
  columns: readonly PreviewColumn[]
  rowCount: number
  dialect: Dialect
  sheets: readonly string[]
  problems: readonly CellProblem[]
  leftOut: ReadTable['leftOut']
  /** The rows that look like no record, with the texts of their cells; `isKept` where the user takes them. */
  oddRows: readonly PreviewOddRow[]
  /** The first rows, their days as `2026-12-31`. */
  rows: readonly { number: number; cells: readonly (string | number)[] }[]
  /** Whether there are dates that can be read in two ways, and none that decides it. */
  isDateOrderOpen: boolean
}

export interface PreviewOddRow {
  number: number
  text: string
  because: OddRow['because']
  isKept: boolean
}

interface PreviewColumn {
  type: ColumnType
  /** The first few distinct values. */
  samples: readonly string[]
}

const SHOWN_ROWS = 8
const SAMPLE_ROWS = 200
const SAMPLES = 3
const LONGEST_SAMPLE = 80
/** The share of numbers or days that makes a column one of numbers or days. */
const MOST = 0.8

/** Returns the preview of a table. */
export function previewOf(table: ReadTable): Preview {
  const { name, shape, head, dialect, sheets, problems, leftOut } = table
  const columns = Array.from({ length: table.columns }, (_, column) => columnOf(table, column))
  const rows = table.rows.slice(0, SHOWN_ROWS).map(({ number, cells }) => ({
    number,
    cells: columns.map(({ type }, column) => shown(cells[column] ?? null, type, readOptions(table, column))),
  }))
  return {
    name,
    shape,
    head,
    columns,
    rowCount: table.rows.length,
    dialect,
    sheets,
    problems,
    leftOut,
    oddRows: oddRowsOf(table),
    rows,
    isDateOrderOpen: columns.some(
      ({ type }, column) => type === 'date' && table.dateOrders[column] === null && hasOpen(table, column),
    ),
  }
}

function oddRowsOf({ rows, oddRows }: Table): readonly PreviewOddRow[] {
  const taken = new Set(rows)
  return oddRows.map(({ row, because }) => ({
    number: row.number,
    text: row.cells.map(textOf).filter(Boolean).join(' · ').slice(0, LONGEST_SAMPLE),
    because,
    isKept: taken.has(row),
  }))
}

function columnOf(table: Table, column: number): PreviewColumn {
  const options = readOptions(table, column)
  const cells = table.rows.slice(0, SAMPLE_ROWS).flatMap(({ cells: all }) => {
    const cell = all[column] ?? null
    return textOf(cell) === '' ? [] : [cell]
  })
  const samples = [...new Set(cells.map((cell) => textOf(cell).slice(0, LONGEST_SAMPLE)))].slice(0, SAMPLES)
  const share = (is: (cell: Cell) => boolean) => cells.filter(is).length >= cells.length * MOST
  const type =
    cells.length === 0
      ? 'text'
      : share((cell) => dayOf(cell, options) !== null)
        ? 'date'
        : share((cell) => numberIn(cell, options) !== null)
          ? 'number'
          : 'text'
  return { type, samples }
}

function shown(cell: Cell, type: ColumnType, options: ReadOptions): string | number {
  const value = type === 'date' ? dayOf(cell, options) : type === 'number' ? numberIn(cell, options) : null
  return value ?? textOf(cell)
}

function dayOf(cell: Cell, { dateOrder }: ReadOptions): string | null {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  const reading = typeof cell === 'string' ? dateOf(cell, dateOrder) : null
  return reading === null || reading === 'impossible' ? null : reading.day
}

function numberIn(cell: Cell, { decimal }: ReadOptions): number | null {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? numberOf(cell, decimal) : null
}

/** Whether a date of the column is another day when its parts are read in the other order. */
function hasOpen({ rows }: Table, column: number): boolean {
  return rows.slice(0, SAMPLE_ROWS).some(({ cells }) => {
    const cell = cells[column]
    if (typeof cell !== 'string') return false
    const [one, other] = [dateOf(cell, 'day'), dateOf(cell, 'month')]
    return JSON.stringify(one) !== JSON.stringify(other)
  })
}
