import { collectRows, type Grid } from '../model/collect-rows.ts'
import type { Reading } from '../model/reading.ts'
import { TableError } from '../model/table-error.ts'
import { headRowOf } from '../text/head-row.ts'
import { openArchive } from './archive.ts'
import { readDateStyles } from './date-styles.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { readWorkbook, type Workbook } from './workbook.ts'

/** Sheets before the table, such as a cover page and a key of colors, are few. */
const MOST_TRIED = 5

export interface SheetGrid extends Grid {
  sheet: string
  sheets: readonly string[]
}

/**
 * Reads one sheet of a workbook: the one that is named, else the first that looks like a table. Parts are inflated and parsed piece by piece and held
 * to the limits meanwhile: libraries that take a whole workbook first inflate it all, and make room for every cell up to
 * the last address.
 */
export function readXlsx(bytes: Uint8Array, { overrides, limits, onProgress }: Reading): SheetGrid {
  const wanted = overrides.sheet ?? null
  const archive = openArchive(bytes, limits, onProgress)
  const workbook = readWorkbook(archive)
  const sheets = workbook.sheets.map(({ name }) => name)
  const possible = workbook.sheets.filter(({ name }) => wanted === null || name === wanted)
  const context = {
    strings: readSharedStrings(archive, workbook.stringsPath),
    dateStyles: readDateStyles(archive, workbook.stylesPath),
    from1904: workbook.from1904,
  }
  const read = ({ name, path }: Sheet): SheetGrid => {
    const collector = collectRows(limits)
    readSheet(archive, path, context, collector)
    return { ...collector.done(), sheet: name, sheets }
  }
  const [first] = possible
  if (!first) throw refusal(wanted, sheets)
  return tableAmong(possible.slice(0, MOST_TRIED), read) ?? read(first)
}

type Sheet = Workbook['sheets'][number]

/** The first sheet with a row of heads and a row below it, in two columns at least; a cover page has neither. */
function tableAmong(sheets: readonly Sheet[], read: (sheet: Sheet) => SheetGrid): SheetGrid | null {
  if (sheets.length === 1) return null
  for (const sheet of sheets) {
    const grid = attempted(() => read(sheet))
    if (grid && grid.columns > 1 && grid.rows.length > 1 && headRowOf(grid.rows) !== null) return grid
  }
  return null
}

/** Null for a sheet without rows, or one that cannot be read: another one may have the table. */
function attempted(read: () => SheetGrid): SheetGrid | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof TableError) return null
    throw error
  }
}

function refusal(wanted: string | null, sheets: readonly string[]): TableError {
  return new TableError(
    wanted === null
      ? { kind: 'no_entries', format: 'xlsx' }
      : { kind: 'no_such_sheet', sheet: wanted, sheets },
  )
}
