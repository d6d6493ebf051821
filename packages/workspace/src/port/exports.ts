import type { CatalogueKind } from './records/catalogues.ts'
import type { FieldType } from './records/fields.ts'
import type { RecordSearch } from './records/records.ts'
import type { TeamSearch } from './team.ts'

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
  /** The key of the column that says of which field the values are. Words are known by both then: `status active`. */
  of?: string
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

/** Lists that can be exported, but are no catalogue. */
export const LIST_NAMES = ['team', 'bin', 'acts', 'history'] as const
export type ListName = (typeof LIST_NAMES)[number]

/** Which rows of such a list are exported: those that it shows. */
export type WantedList =
  | { list: 'team'; search: TeamSearch }
  | { list: 'bin'; kind: CatalogueKind | null; query: string }
  | { list: 'acts' }
  | { list: 'history'; recordId: string }

export type ListExport = ExportShape & WantedList

/** A file that is being written. */
export interface ExportedFile {
  /** How many rows it has. */
  total: number
  /** Fails where the file does not come whole. */
  pieces: AsyncIterable<Uint8Array>
}

/** Files of what lists show. */
export interface ExportsPart {
  /** The signal ends it. */
  records(wanted: RecordsExport, signal: AbortSignal): Promise<ExportedFile>
  /** The same of other lists, as far as the user sees them. */
  list(wanted: ListExport, signal: AbortSignal): Promise<ExportedFile>
}
