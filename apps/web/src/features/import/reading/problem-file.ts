import { writeCsv } from '@cairn/tables/csv/write-csv'
import type { Cell, Table } from '@cairn/tables/model/table'
import { writeXlsx } from '@cairn/tables/xlsx/write-xlsx'

export interface ProblemFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  type: string
}

const CSV = 'text/csv'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The rows of a table that have problems, as a file like the one that was read, with a column that says why. A workbook
 * gives a workbook, any other format CSV.
 * @param problems the sentence by the number of the row
 * @param word the head of the column
 */
export async function problemFile(
  { name, head, rows, columns, dialect }: Table,
  problems: ReadonlyMap<number, string>,
  word: string,
): Promise<ProblemFile> {
  const isWorkbook = dialect.kind === 'xlsx'
  const lines = [
    ...(head ? [[...padded(head, columns), word]] : []),
    ...rows.flatMap(({ number, cells }) => {
      const problem = problems.get(number)
      return problem === undefined ? [] : [[...padded(cells, columns), problem]]
    }),
  ]
  const pieces = isWorkbook
    ? writeXlsx(lines)
    : writeCsv(lines, { bom: true, separator: dialect.separator ?? ',' })
  return {
    bytes: await joined(pieces),
    name: `${name.replace(/\.\w+$/, '') || 'import'}-problems.${isWorkbook ? 'xlsx' : 'csv'}`,
    type: isWorkbook ? XLSX : CSV,
  }
}

function padded(cells: readonly Cell[], columns: number): Cell[] {
  return Array.from({ length: columns }, (_, column) => cells[column] ?? null)
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of all) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
