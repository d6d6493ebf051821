import type { Cell, CellProblem, Row } from '../model/table.ts'
import { dateOf } from './date-text.ts'
import { numberOf } from './number-text.ts'

/** Titles and notes stand above a table in so many rows at the most. */
const ROWS_LOOKED_AT = 15
/** A head names most columns; a title above it fills one. */
const LEAST_WIDTH = 0.6
const LONGEST_HEAD = 80

/**
 * The place of the row with the heads: the first that is as wide as the table and has texts alone, each of them another.
 * Null where this row has what no head has: numbers, dates, addresses, long texts.
 */
export function headRowOf(rows: readonly Row[]): number | null {
  const looked = rows.slice(0, ROWS_LOOKED_AT)
  const widest = Math.max(...looked.map(({ cells }) => filled(cells).length), 0)
  const place = looked.findIndex(({ cells }) => filled(cells).length >= Math.max(widest * LEAST_WIDTH, 1))
  const cells = filled(rows[place]?.cells ?? [])
  return cells.length > 0 && cells.every(isHead) && mostDiffer(cells) ? place : null
}

/** Heads as texts. A column without one has an empty text. */
export function headTexts(row: Row, columns: number): string[] {
  return Array.from({ length: columns }, (_, column) => headText(row.cells[column] ?? null))
}

/** Heads that stand over more than one column, whatever their case. */
export function sameHeads(head: readonly string[]): CellProblem[] {
  const columns = new Map<string, number[]>()
  for (const [column, text] of head.entries()) {
    const key = text.toLowerCase()
    if (key) columns.set(key, [...(columns.get(key) ?? []), column])
  }
  return [...columns.values()]
    .filter((same) => same.length > 1)
    .map((same) => ({ kind: 'same_heads', head: head[same[0] ?? 0] ?? '', columns: same }))
}

function headText(cell: Cell): string {
  if (cell === null) return ''
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
  return text.replaceAll(/\s+/g, ' ').trim()
}

function filled(cells: readonly Cell[]): readonly Cell[] {
  return cells.filter((cell) => cell !== null && cell !== '')
}

function isHead(cell: Cell): boolean {
  if (typeof cell !== 'string') return false
  const text = cell.trim()
  if (text.length > LONGEST_HEAD || /^[\w.+-]+@[\w-]+\.\w+$|^https?:\/\//i.test(text)) return false
  return numberOf(text, '.') === null && numberOf(text, ',') === null && dateOf(text, 'day') === null
}

/** Two heads alike are a slip, and heads side by side are one list; another row of which half is alike is data. */
function mostDiffer(cells: readonly Cell[]): boolean {
  const words = cells.map((cell) => String(cell).trim().toLowerCase())
  const apart = words.filter((word, place) => word !== words[place - 1])
  return new Set(apart).size > apart.length / 2 && (apart.length > 1 || words.length === 1)
}
