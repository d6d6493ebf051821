import type { Cell, DecimalMark, Separator } from '../model/table.ts'
import { harmless } from './formulas.ts'

export interface CsvOptions {
  /** The mark by which Excel knows UTF-8. */
  bom?: boolean
  separator?: Separator
  /** How numbers are written. */
  decimal?: DecimalMark
}

const BOM = '\ufeff'
const LINE_END = '\r\n'
/** Rows are passed on in pieces of about this size. */
const PIECE_CHARACTERS = 64 * 1024

/**
 * Writes rows as CSV (RFC 4180) piece by piece; only one piece is in memory. Texts that a spreadsheet would calculate
 * are made harmless, and `readCsv` gives them back as they were.
 */
export async function* writeCsv(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  { bom = false, separator = ',', decimal = '.' }: CsvOptions = {},
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = bom ? BOM : ''
  for await (const cells of rows) {
    piece += csvLine(cells, separator, decimal)
    if (piece.length < PIECE_CHARACTERS) continue
    yield encoder.encode(piece)
    piece = ''
  }
  if (piece) yield encoder.encode(piece)
}

function csvLine(cells: readonly Cell[], separator: Separator, decimal: DecimalMark): string {
  const texts = cells.map((cell) => quoted(textOf(cell, decimal), separator))
  // A line without anything would be no row.
  return (texts.length === 1 && texts[0] === '' ? '""' : texts.join(separator)) + LINE_END
}

function textOf(cell: Cell, decimal: DecimalMark): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return harmless(cell)
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** Spaces at the ends are quoted too: some programs take them off. */
function quoted(text: string, separator: Separator): string {
  const isPlain = !text.includes(separator) && !/["\r\n]|^\s|\s$|^'.*'$|^sep=/.test(text)
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`
}
