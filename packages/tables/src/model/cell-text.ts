import type { Cell } from './table.ts'

/** A cell as a text; a date without a time as its day. */
export function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '')
  return String(cell).trim()
}
