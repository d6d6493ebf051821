import type { RowCollector } from '../model/collect-rows.ts'
import type { Cell } from '../model/table.ts'
import type { Archive } from './archive.ts'
import { columnOf } from './cell-address.ts'
import { dateOfSerial } from './date-serial.ts'
import { hyperlinkIn, readHyperlink } from './hyperlinks.ts'
import { richText, withControlCharacters } from './shared-strings.ts'
import { isTrue, readPart, relationsOf } from './workbook.ts'
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
  /** Null for none. */
  formula: string | null
  value: string
  text: string | null
}

/** Counts what a sheet has and its cells do not show. */
interface Oddities {
  formula_error: number
  formula_not_computed: number
  hidden_rows: number
}

/** The longest formula that is looked at for an address. */
const LONGEST_FORMULA = 4_000
/** As many as a spreadsheet can have. */
const MOST_ROWS = 1_048_576

/**
 * Reads the rows of a sheet one by one. Formulas have the value that was calculated last. Errors, and formulas that were
 * never calculated, are empty; these and hidden rows are counted.
 */
export function readSheet(
  archive: Archive,
  path: string,
  context: SheetContext,
  collector: RowCollector,
): void {
  let row = 0
  let cells: Cell[] = []
  let isHidden = false
  const relations = relationsOf(archive, relationsPath(path), '')
  const odd: Oddities = { formula_error: 0, formula_not_computed: 0, hidden_rows: 0 }
  const reader = cellReader((cell) => {
    const problem = oddityOf(cell)
    if (problem) odd[problem] += 1
    const address = hyperlinkIn(cell.formula)
    if (address !== null) collector.link(row, cell.column, address)
    const value = cellValue(cell, context)
    if (value !== null && value !== '') place(cells, cell.column, value)
  })

  readPart(archive, path, {
    open(name, attribute) {
      if (name === 'row') {
        row = rowNumber(attribute('r')) ?? row + 1
        cells = []
        isHidden = isTrue(attribute('hidden'))
        reader.begin()
      } else if (name === 'hyperlink') readHyperlink(attribute, relations, collector)
      else reader.open(name, attribute)
    },
    text: reader.text,
    close(name) {
      if (name !== 'row') return reader.close(name)
      collector.add(row, cells)
      if (isHidden && cells.length > 0) odd.hidden_rows += 1
    },
  })
  for (const kind of ['hidden_rows', 'formula_error', 'formula_not_computed'] as const)
    if (odd[kind] > 0) collector.note({ kind, count: odd[kind] })
}

/** Reads the cells of a row: their values, texts and formulas. `begin` begins a row, `found` receives each cell. */
function cellReader(found: (cell: OpenCell) => void) {
  let cell: OpenCell | null = null
  let column = 0
  let part: 'value' | 'formula' | null = null
  const inline = richText((text) => {
    if (cell) cell.text = text
  })

  return {
    begin() {
      column = 0
    },
    open(name: string, attribute: (name: string) => string | undefined) {
      if (name === 'c') {
        const at = columnOf(attribute('r')) ?? column
        column = at + 1
        const style = Number(attribute('s') ?? 0)
        cell = { column: at, type: attribute('t') ?? 'n', style, formula: null, value: '', text: null }
      } else if (name === 'v') part = 'value'
      else if (name === 'f' && cell) {
        cell.formula = ''
        part = 'formula'
      } else inline.open(name)
    },
    text(text: string) {
      if (part === 'value' && cell) cell.value += text
      else if (part !== 'formula') inline.text(text)
      else if (cell && (cell.formula ?? '').length < LONGEST_FORMULA) cell.formula += text
    },
    close(name: string) {
      if (name === 'c' && cell) {
        found(cell)
        cell = null
      } else if (name === 'v' || name === 'f') part = null
      else inline.close(name)
    },
  }
}

function oddityOf({ type, formula, value, text }: OpenCell): 'formula_error' | 'formula_not_computed' | null {
  if (type === 'e') return 'formula_error'
  return formula !== null && value === '' && text === null && type !== 'str' ? 'formula_not_computed' : null
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

function relationsPath(path: string): string {
  const at = path.lastIndexOf('/') + 1
  return `${path.slice(0, at)}_rels/${path.slice(at)}.rels`
}
