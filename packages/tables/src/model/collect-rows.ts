import type { Limits } from './limits.ts'
import type { Cell, CellProblem, Row } from './table.ts'
import { TableError } from './table-error.ts'

/** The rows of a file as they are: the header row is not known yet. */
export interface Grid {
  rows: readonly Row[]
  columns: number
  problems: readonly CellProblem[]
}

export interface RowCollector {
  add: (number: number, cells: readonly Cell[]) => void
  /** Notes the address behind a cell of a row, whether the row was added already or not. */
  link: (row: number, column: number, address: string) => void
  note: (problem: CellProblem) => void
  /** Throws a `TableError` where there are too many rows or columns, or no rows. */
  done: () => Grid
}

/** Takes rows one by one and keeps them while they are within the limits; beyond these it only counts. */
export function collectRows(limits: Limits): RowCollector {
  const rows: Row[] = []
  const problems: CellProblem[] = []
  const links = new Map<number, Map<number, string>>()
  let rowCount = 0
  let columns = 0
  let cellCount = 0

  function note(problem: CellProblem) {
    if (problems.length < limits.problems) problems.push(problem)
  }

  function add(number: number, cells: readonly Cell[]) {
    const width = filledWidth(cells)
    if (width === 0) return
    rowCount += 1
    columns = Math.max(columns, width)
    if (isBeyond()) return
    const kept = cells.slice(0, width).map(emptyAsNull)
    cellCount += kept.filter((cell) => cell !== null).length
    if (cellCount > limits.cells) throw new TableError({ kind: 'too_many_values', most: limits.cells })
    for (const [column, cell] of kept.entries())
      if (typeof cell === 'string') checkText(cell, { row: number, column })
    rows.push({ number, cells: kept })
  }

  function link(row: number, column: number, address: string) {
    const ofRow = links.get(row) ?? new Map<number, string>()
    if (links.size < limits.rows) links.set(row, ofRow.set(column, address))
  }

  /** Whether the limits are exceeded. The header row may be one row more than the limit. */
  function isBeyond(): boolean {
    return rowCount > limits.rows + 1 || columns > limits.columns
  }

  function checkText(text: string, at: { row: number; column: number }) {
    if (text.length > limits.cellCharacters)
      note({ kind: 'cell_too_long', ...at, count: text.length, most: limits.cellCharacters })
    const found = unreadableIn(text)
    if (found) note({ kind: 'unreadable_character', ...at, found })
  }

  function done(): Grid {
    if (columns > limits.columns)
      throw new TableError({ kind: 'too_many_columns', count: columns, most: limits.columns })
    if (rowCount > limits.rows + 1)
      throw new TableError({ kind: 'too_many_rows', count: rowCount - 1, most: limits.rows })
    if (rowCount === 0) throw new TableError({ kind: 'empty' })
    return { rows: links.size === 0 ? rows : rows.map(withLinks), columns, problems }
  }

  function withLinks(row: Row): Row {
    const ofRow = links.get(row.number)
    return ofRow ? { ...row, links: ofRow } : row
  }

  return { add, link, note, done }
}

function filledWidth(cells: readonly Cell[]): number {
  let width = cells.length
  while (width > 0 && isEmpty(cells[width - 1])) width -= 1
  return width
}

function emptyAsNull(cell: Cell): Cell {
  return isEmpty(cell) ? null : cell
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === null || cell === undefined || cell === ''
}

/** A lone half of a surrogate pair, as broken JSON has it. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/
const NUL = '\0'
/** The character that a decoder writes for bytes that are invalid in the encoding. */
const REPLACED = '\ufffd'

function unreadableIn(text: string) {
  if (text.includes(NUL)) return 'nul'
  if (text.includes(REPLACED)) return 'replaced'
  return LONE_SURROGATE.test(text) ? 'lone_surrogate' : null
}
