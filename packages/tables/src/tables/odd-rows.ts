import { textOf } from '../model/cell-text.ts'
import type { DecimalMark, OddRow, Row } from '../model/table.ts'
import { numberOf } from '../text/number-text.ts'

const SUM =
  /^(?:grand |sub-?|running )?total(?:s|e)?\b|^(?:zwischen|gesamt)?summe\b|^gesamt\b|^insgesamt\b|^(?:sous-)?total\b|^somme\b|^suma\b|^sum\b/i
/** Sums of amounts are rounded. */
const ROUNDED = 0.01

/** The rows that look like no record. A row that begins with the word for a sum is one where an amount in it is the sum. */
export function oddRows(
  rows: readonly Row[],
  head: readonly string[] | null,
  columns: number,
  decimal: DecimalMark,
): readonly OddRow[] {
  const sums = Array.from({ length: columns }, () => 0)
  return rows.flatMap((row): OddRow[] => {
    const numbers = sums.map((_, column) => numberIn(row, column, decimal))
    const isSum = beginsWithSum(row) && isSumOf(row, numbers, sums, columns)
    if (isSum) return [{ row, because: 'sum' }]
    for (const [column, number] of numbers.entries()) sums[column] = (sums[column] ?? 0) + (number ?? 0)
    return repeats(row, head) ? [{ row, because: 'heads' }] : []
  })
}

function numberIn({ cells }: Row, column: number, decimal: DecimalMark): number | null {
  const cell = cells[column] ?? null
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? numberOf(cell, decimal) : null
}

function beginsWithSum({ cells }: Row): boolean {
  const first = cells.find((cell) => cell !== null && cell !== '')
  return typeof first === 'string' && SUM.test(first.trim())
}

/** Whether an amount is the sum of those above it, or the row has hardly more than the word. */
function isSumOf(
  { cells }: Row,
  numbers: readonly (number | null)[],
  sums: readonly number[],
  columns: number,
): boolean {
  const filled = cells.filter((cell) => cell !== null && cell !== '').length
  const isSum = numbers.some(
    (number, column) => number !== null && Math.abs(number - (sums[column] ?? 0)) < ROUNDED,
  )
  return isSum || (columns > 2 && filled <= columns / 2 && numbers.some((number) => number !== null))
}

function repeats({ cells }: Row, head: readonly string[] | null): boolean {
  if (head === null) return false
  const filled = cells.flatMap((cell, column) =>
    cell === null || cell === '' ? [] : [[textOf(cell), head[column]]],
  )
  return filled.length > 1 && filled.every(([text, over]) => text === over)
}
