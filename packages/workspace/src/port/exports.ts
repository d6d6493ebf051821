import type { CatalogueKind } from './records/catalogues.ts'
import type { FieldType } from './records/fields.ts'
import type { RecordSearch } from './records/records.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** What stands between the cells of CSV. Where it is a semicolon, the comma is the decimal mark. */
export const EXPORT_SEPARATORS = [',', ';', '\t'] as const
export type ExportSeparator = (typeof EXPORT_SEPARATORS)[number]

/** A column of a file. */
export interface ExportColumn {
  /** The id of the column of a list, or the key of a field. JSON has it as the name of the value. */
  key: string
  /** What the other formats call it. */
  head: string
  type: FieldType | 'moment'
  /** What values are called: of choices by their id, of yes and no by `true` and `false`. The others stay as they are. */
  words?: Readonly<Record<string, string>>
}

/** How a file is written. */
export interface ExportShape {
  format: ExportFormat
  separator: ExportSeparator
  /** What the sheet of a workbook is called. */
  sheet: string
  columns: readonly ExportColumn[]
}

/** As many columns as a file has. */
export const MAX_EXPORT_COLUMNS = 200

/** What is exported of a catalogue: the records that a list shows, in its order. */
export interface RecordsExport extends ExportShape {
  kind: CatalogueKind
  search: RecordSearch
}

/** A file that is being written. */
export interface ExportedFile {
  /** How many records it has. */
  total: number
  /** Fails where the file does not come whole. */
  pieces: AsyncIterable<Uint8Array>
}

/** Files of what lists show. */
export interface ExportsPart {
  /** The signal ends it. */
  records(wanted: RecordsExport, signal: AbortSignal): Promise<ExportedFile>
}
