import { looksLikeFormula } from '../csv/formulas.ts'
import type { Cell } from '../model/table.ts'
import { serialOfDate } from './date-serial.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The index of a style in `xl/styles.xml`. */
const BOLD = 1
const DAY = 2
const TIME = 3
/**
 * The style of a text that stays a text when its cell is edited, whatever it begins with; and the same in the header.
 */
const QUOTED = 4
const BOLD_QUOTED = 5

/** The parts of a workbook that are the same in each. */
export const WORKBOOK_PARTS: readonly (readonly [path: string, xml: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${SHEETS}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/><xf xfId="0" fontId="1" applyFont="1" quotePrefix="1"/></cellXfs></styleSheet>`,
  ],
]

/**
 * The part that names the one sheet of a workbook. Names have 31 characters at most, and none that cell addresses use.
 */
export function workbookPart(sheet: string): readonly [path: string, xml: string] {
  const name = escaped(sheet.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31)) || 'Sheet1'
  return [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${RELATIONS}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ]
}

export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${XML}<worksheet xmlns="${SHEETS}">${view}${cols}<sheetData>`
}

export function sheetRow(number: number, cells: readonly Cell[]): string {
  const parts = cells.map((cell, column) => sheetCell(`${lettersOf(column)}${number}`, cell, number === 1))
  return `<row r="${number}">${parts.join('')}</row>`
}

export function sheetEnd(): string {
  return '</sheetData></worksheet>'
}

function sheetCell(address: string, cell: Cell, isHead: boolean): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${address}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${address}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (cell instanceof Date && serialOfDate(cell) >= 0) {
    const days = serialOfDate(cell)
    return `<c r="${address}" s="${Number.isInteger(days) ? DAY : TIME}"><v>${days}</v></c>`
  }
  const text = cell instanceof Date ? cell.toISOString() : String(cell)
  const style = looksLikeFormula(text) ? (isHead ? BOLD_QUOTED : QUOTED) : isHead ? BOLD : 0
  return `<c r="${address}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes characters that XML cannot have as spreadsheets do, `_x000D_`; and a text that already looks like that. */
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      UNWRITABLE,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>"]/g, (character) => NAMED[character] ?? character)
}

/** Control characters, a carriage return that parsers would change, lone surrogates and two noncharacters. */
const UNWRITABLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\0-\x08\x0b-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
