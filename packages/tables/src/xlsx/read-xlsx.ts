import { collectRows, type Grid } from '../model/collect-rows.ts'
import type { Reading } from '../model/reading.ts'
import { TableError } from '../model/table-error.ts'
import { openArchive } from './archive.ts'
import { readDateStyles } from './date-styles.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { readWorkbook } from './workbook.ts'

export interface SheetGrid extends Grid {
  sheet: string
  sheets: readonly string[]
}

/**
 * Reads one sheet of a workbook, the first where none is named. Parts are inflated and parsed piece by piece and held
 * to the limits meanwhile: libraries that take a whole workbook first inflate it all, and make room for every cell up to
 * the last address.
 */
export function readXlsx(bytes: Uint8Array, { overrides, limits, onProgress }: Reading): SheetGrid {
  const wanted = overrides.sheet ?? null
  const archive = openArchive(bytes, limits, onProgress)
  const workbook = readWorkbook(archive)
  const sheets = workbook.sheets.map(({ name }) => name)
  const chosen = workbook.sheets.find(({ name }) => wanted === null || name === wanted)
  if (!chosen) throw refusal(wanted, sheets)
  const collector = collectRows(limits)
  const context = {
    strings: readSharedStrings(archive, workbook.stringsPath),
    dateStyles: readDateStyles(archive, workbook.stylesPath),
    from1904: workbook.from1904,
  }
  readSheet(archive, chosen.path, context, collector)
  return { ...collector.done(), sheet: chosen.name, sheets }
}

function refusal(wanted: string | null, sheets: readonly string[]): TableError {
  return new TableError(
    wanted === null
      ? { kind: 'no_entries', format: 'xlsx' }
      : { kind: 'no_such_sheet', sheet: wanted, sheets },
  )
}
