import { listedText } from '../lib/listed-text.ts'
import type { ExportColumn, ExportFormat } from '../port/exports.ts'
import { OWN } from '../port/records/field-keys.ts'

/** A record as the database has it, with people, tags and records by name. */
export type ExportedRow = Readonly<Record<string, unknown>>

type ExportedCell = string | number | boolean | Date | null

/** The keys in the row for columns of lists, where they differ from the columns. */
const IN_ROW: Readonly<Record<string, string>> = {
  created: 'created_at',
  updated: 'updated_at',
  lastPublisher: 'publisher',
  lastUsed: 'last_used',
  lastRun: 'last_run',
}

/** The cells of a record: choices by name, days as `2026-12-31`, moments in UTC, numbers as they are. */
export function exportedCells(
  row: ExportedRow,
  columns: readonly ExportColumn[],
  format: ExportFormat,
): ExportedCell[] {
  return columns.map((column) => {
    const { key, type, of } = column
    const before = of === undefined ? '' : `${valueIn(row, of)} `
    return cellOf(valueIn(row, key), { type, worded: (word) => wordOf(column, before, word) }, format)
  })
}

function wordOf({ words = {} }: ExportColumn, before: string, word: string): string {
  return Object.hasOwn(words, before + word) ? (words[before + word] ?? word) : word
}

function valueIn(row: ExportedRow, key: string): unknown {
  if (!key.startsWith(OWN)) return own(row, IN_ROW[key] ?? key)
  return own(row['own'], key.slice(OWN.length))
}

/** Reads an own property, never one of the prototype. */
function own(object: unknown, key: string): unknown {
  return Object.hasOwn(Object(object), key) ? Object(object)[key] : null
}

interface Told {
  type: ExportColumn['type']
  worded: (word: string) => string
}

function cellOf(value: unknown, { type, worded }: Told, format: ExportFormat): ExportedCell {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return format === 'json' ? value : worded(String(value))
  if (Array.isArray(value)) return listedText(value.map(itemText).map(worded)) || null
  if (typeof value !== 'string' || value === '') return null
  if (type === 'date') return format === 'xlsx' ? asDate(value) : value
  if (type === 'moment') return format === 'xlsx' ? asDate(value) : momentText(value)
  return worded(value)
}

/** The text of an item; a link is written as its address. */
function itemText(item: unknown): string {
  const address = own(item, 'url')
  return typeof address === 'string' ? address : String(item)
}

/** Workbooks have days and moments as dates; another text stays as it is. */
function asDate(text: string): Date | string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date
}

function momentText(text: string): string {
  const date = asDate(text)
  return typeof date === 'string' ? date : `${date.toISOString().slice(0, 19)}Z`
}
