import { writeTable } from '@cairn/tables/write-table'
import { DEMO_TAGS } from '@cairn/workspace/examples/tags'
import type { ExportedFile, RecordsExport } from '@cairn/workspace/port/exports'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ExportedRow, exportedCells } from '@cairn/workspace/rules/export-cells'
import { DEMO_RECORDS } from './catalogues.ts'
import { asRow, inWords, nameOf } from './exported-rows.ts'
import { filtered, ordered } from './lists.ts'

export { exportList } from './list-exports.ts'

/** The examples that a list shows, written as the server writes records. */
export async function exportExamples(
  { kind, search, ...shape }: RecordsExport,
  signal: AbortSignal,
): Promise<ExportedFile> {
  signal.throwIfAborted()
  const rows = rowsOf(kind, search)
  const cells = rows.map((row) => exportedCells(row, shape.columns, shape.format))
  return { total: rows.length, pieces: writeTable(cells, shape) }
}

function rowsOf(kind: CatalogueKind, search: RecordsExport['search']): readonly ExportedRow[] {
  return ordered(kind, filtered(kind, DEMO_RECORDS[kind](), search), search).map(rowOf)
}

/** A record as the database would have it, its own columns included. The examples have no experts. */
function rowOf({ fields, tags, ownerId, updatedBy, createdAt, updatedAt, ...record }: CatalogueRecord) {
  const own = Object.entries(fields).filter(([key]) => key.startsWith(OWN))
  return {
    ...asRow(record),
    ...fields,
    id: record.id,
    own: Object.fromEntries(own.map(([key, value]) => [key.slice(OWN.length), inWords(value)])),
    tags: tags.map((id) => DEMO_TAGS.find((tag) => tag.id === id)?.name ?? id),
    owner: nameOf(ownerId),
    publisher: nameOf(updatedBy),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}
