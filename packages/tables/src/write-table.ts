import { writeCsv } from './csv/write-csv.ts'
import { writeJson } from './json/write-json.ts'
import type { Cell, Separator } from './model/table.ts'
import { writeXlsx } from './xlsx/write-xlsx.ts'

export interface TableShape {
  format: 'csv' | 'xlsx' | 'json'
  /** The separator of CSV. With a semicolon, the comma is the decimal mark. */
  separator: Separator
  /** The name of the sheet in a workbook. */
  sheet: string
  /** The columns: JSON uses the key, the other formats the header. */
  columns: readonly { key: string; head: string }[]
}

const LEAST_WIDTH = 12
const MOST_WIDTH = 40

/** Writes a table piece by piece; rows are requested as the pieces are consumed. */
export function writeTable(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  { format, separator, sheet, columns }: TableShape,
): AsyncGenerator<Uint8Array> {
  const heads = columns.map(({ head }) => head)
  switch (format) {
    case 'json':
      return writeJson(
        columns.map(({ key }) => key),
        rows,
      )
    case 'csv':
      return writeCsv(below(heads, rows), { bom: true, separator, decimal: separator === ';' ? ',' : '.' })
    case 'xlsx':
      return writeXlsx(below(heads, rows), { sheet, widths: heads.map(widthFor) })
  }
}

async function* below(head: readonly string[], rows: Parameters<typeof writeTable>[0]) {
  yield head
  yield* rows
}

function widthFor(head: string): number {
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, head.length + 2))
}
