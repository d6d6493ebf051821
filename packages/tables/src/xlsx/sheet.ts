import type { RowCollector } from '../model/collect-rows.ts'
import type { Cell } from '../model/table.ts'
import type { Archive } from './archive.ts'
import { dateOfSerial } from './date-serial.ts'
import { richText, withControlCharacters } from './shared-strings.ts'
import { isTrue, readPart } from './workbook.ts'
import { damaged } from './xml.ts'

export interface SheetContext {
  strings: readonly string[]
  dateStyles: readonly boolean[]
  from1904: boolean
}

interface OpenCell {
  column: number
  type: string
  style: number
  value: string
  text: string | null
}

/** As many as a spreadsheet can have. */
const MOST_COLUMNS = 16_384
const MOST_ROWS = 1_048_576

/** Reads the rows of a sheet one by one. Formulas have the value that was calculated last; errors count as empty. */
export function readSheet(
  archive: Archive,
  path: string,
  context: SheetContext,
  collector: RowCollector,
): void {
  let row = 0
  let cells: Cell[] = []
  let cell: OpenCell | null = null
  let column = 0
  let isInValue = false
  const inline = richText((text) => {
    if (cell) cell.text = text
  })

  readPart(archive, path, {
    open(name, attribute) {
      if (name === 'row') {
        row = rowNumber(attribute('r')) ?? row + 1
        cells = []
        column = 0
      } else if (name === 'c') {
        const at = columnOf(attribute('r')) ?? column
        column = at + 1
        cell = {
          column: at,
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          value: '',
          text: null,
        }
      } else if (name === 'v') isInValue = true
      else inline.open(name)
    },
    text(text) {
      if (isInValue && cell) cell.value += text
      else inline.text(text)
    },
    close(name) {
      if (name === 'row') collector.add(row, cells)
      else if (name === 'c' && cell) {
        const value = cellValue(cell, context)
        if (value !== null && value !== '') place(cells, cell.column, value)
        cell = null
      } else if (name === 'v') isInValue = false
      else inline.close(name)
    },
  })
}

/** Cells that are left out are empty. */
function place(cells: Cell[], column: number, value: Cell) {
  while (cells.length < column) cells.push(null)
  cells[column] = value
}

function cellValue(
  { type, style, value, text }: OpenCell,
  { strings, dateStyles, from1904 }: SheetContext,
): Cell {
  switch (type) {
    case 's':
      return strings[Number(value || 'none')] ?? null
    case 'inlineStr':
      return text
    case 'str':
      return withControlCharacters(value)
    case 'b':
      return value === '' ? null : isTrue(value)
    case 'd':
      return isoDate(value)
    case 'n':
      return value === '' ? null : numberOrDate(Number(value), dateStyles[style] === true, from1904)
    default:
      return null
  }
}

function numberOrDate(number: number, isDate: boolean, from1904: boolean): Cell {
  if (!Number.isFinite(number)) return null
  return isDate ? (dateOfSerial(number, from1904) ?? number) : number
}

function isoDate(value: string): Cell {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : date
}

function rowNumber(text: string | undefined): number | null {
  if (text === undefined) return null
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1 || number > MOST_ROWS) throw damaged()
  return number
}

/** The column of an address such as `AB12`, from 0. */
function columnOf(address: string | undefined): number | null {
  if (address === undefined) return null
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(address) ?? []
  if (letters === undefined) throw damaged()
  let number = 0
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64
  if (number > MOST_COLUMNS) throw damaged()
  return number - 1
}
