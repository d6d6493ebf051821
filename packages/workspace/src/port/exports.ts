import type { CatalogueKind } from './records/catalogues.ts'
import type { FieldType } from './records/fields.ts'
import type { RecordSearch } from './records/records.ts'
import type { TeamSearch } from './team.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The separators between the cells of CSV. With a semicolon, the comma is the decimal mark. */
export const EXPORT_SEPARATORS = [',', ';', '\t'] as const
export type ExportSeparator = (typeof EXPORT_SEPARATORS)[number]

/** A column of a file. */
export interface ExportColumn {
  /** The ID of the column of a list, or the key of a field. JSON uses it as the name of the value. */
  key: string
  /** The header of the column in the other formats. */
  head: string
  type: FieldType | 'moment'
  /**
   * The labels of values: of choices by their ID, of yes and no by `true` and `false`. Other values stay as they are.
   */
  words?: Readonly<Record<string, string>>
  /**
   * The key of the column that names the field of the values. The keys of the labels then combine both:
   * `status active`.
   */
  of?: string
}

/** The layout of a file. */
export interface ExportShape {
  format: ExportFormat
  separator: ExportSeparator
  /** The name of the sheet in a workbook. */
  sheet: string
  columns: readonly ExportColumn[]
}

/** The maximum number of columns in a file. */
export const MAX_EXPORT_COLUMNS = 200

/** The records of a catalogue to export: those that a list shows, in its order. */
export interface RecordsExport extends ExportShape {
  kind: CatalogueKind
  search: RecordSearch
}

/** Lists other than catalogues that can be exported. */
export const LIST_NAMES = ['team', 'bin', 'acts', 'history'] as const
export type ListName = (typeof LIST_NAMES)[number]

/** The rows of such a list to export: those that it shows. */
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
  /** Fails where the file is incomplete. */
  pieces: AsyncIterable<Uint8Array>
}

/** Exports of lists as files. */
export interface ExportsPart {
  /** Exports records. The signal aborts the export. */
  records(wanted: RecordsExport, signal: AbortSignal): Promise<ExportedFile>
  /** Exports another list, as far as the user may see it. */
  list(wanted: ListExport, signal: AbortSignal): Promise<ExportedFile>
}
