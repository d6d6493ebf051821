import { writeTable } from '@cairn/tables/write-table'
import { DEMO_TAGS } from '@cairn/workspace/examples/tags'
import { DEMO_INVITED, DEMO_TEAM } from '@cairn/workspace/examples/team'
import type { ExportedFile, RecordsExport } from '@cairn/workspace/port/exports'
import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { OWN } from '@cairn/workspace/port/records/field-keys'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { type ExportedRow, exportedCells } from '@cairn/workspace/rules/export-cells'
import { DEMO_RECORDS } from './catalogues.ts'
import { filtered, ordered } from './lists.ts'

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
    ...Object.fromEntries(Object.entries(record).map(([key, value]) => [columnOf(key), inWords(value)])),
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

/** `lastUsed` is the column `last_used`. */
function columnOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const RECORDS = new Map(
  Object.values(DEMO_RECORDS)
    .flatMap((read) => read())
    .map(({ id, name }) => [id, name]),
)

/** Moments as texts; members and records by name. */
function inWords(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(inWords)
  return typeof value === 'string' ? (nameOf(value) ?? RECORDS.get(value) ?? value) : value
}

function nameOf(id: string | null): string | null {
  return [...DEMO_TEAM, ...DEMO_INVITED].find((person) => person.id === id)?.name ?? null
}
