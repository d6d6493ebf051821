import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { Cell } from '../model/table.ts'
import { sheetEnd, sheetRow, sheetStart, WORKBOOK_PARTS, workbookPart } from './xlsx-parts.ts'

export interface XlsxOptions {
  sheet?: string
  /** The widths of columns in characters. */
  widths?: readonly number[]
}

const PIECE_CHARACTERS = 64 * 1024

/**
 * Writes rows as a workbook with one sheet, piece by piece; the first row is the head and stays in sight. Texts are
 * written as texts, so no spreadsheet calculates them.
 */
export async function* writeXlsx(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  { sheet = 'Sheet1', widths = [] }: XlsxOptions = {},
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [path, xml] of [...WORKBOOK_PARTS, workbookPart(sheet)])
    addPart(zip, path).push(strToU8(xml), true)
  const part = addPart(zip, 'xl/worksheets/sheet1.xml')
  let xml = sheetStart(widths)
  let number = 0
  for await (const cells of rows) {
    number += 1
    xml += sheetRow(number, cells)
    if (xml.length < PIECE_CHARACTERS) continue
    part.push(strToU8(xml), false)
    xml = ''
    yield* pieces.splice(0)
  }
  part.push(strToU8(xml + sheetEnd()), true)
  zip.end()
  yield* pieces.splice(0)
}

function addPart(zip: Zip, path: string): ZipDeflate {
  const part = new ZipDeflate(path, { level: 4 })
  zip.add(part)
  return part
}
