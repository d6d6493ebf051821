import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { Limits } from '../model/limits.ts'
import type { Cell } from '../model/table.ts'
import { TableError } from '../model/table-error.ts'
import { readDocuments } from './documents.ts'
import { secretsIn, withoutSecrets } from './secrets.ts'
import { type ShapedRows, secretParts } from './shape.ts'
import { cellOf, type Entry, isEntry } from './values.ts'

/** Keys of objects in objects are joined with a point, so far down. */
const DEEPEST_KEY = 3

/**
 * The rows of the values of a JSON or YAML file: documents of a known shape, a list of objects or of lists, or an object
 * around one. Null where there is nothing to list. Throws where documents of a known shape have no record.
 * @param kind the catalogue that the rows are for; null where it is not known
 */
export function shapedRows(
  values: readonly unknown[],
  limits: Limits,
  kind: CatalogueKind | null,
): ShapedRows | null {
  const documents = readDocuments(documentsIn(values), kind)
  if (documents) return limited(documents, limits)
  const items = itemsOf(values)
  refuseTooMany(items.length, limits)
  return filled(plain(items, limits))
}

/** The values of a file, or those of the one list in it. */
function documentsIn(values: readonly unknown[]): readonly unknown[] {
  const [only] = values
  return values.length === 1 && Array.isArray(only) ? only : values
}

function limited(shaped: ShapedRows, limits: Limits): ShapedRows {
  if (shaped.rows.length === 0) throw new TableError({ kind: 'nothing_to_register', parts: partsOf(shaped) })
  refuseTooMany(shaped.rows.length, limits)
  return shaped
}

const partsOf = ({ leftOut }: ShapedRows): readonly string[] =>
  leftOut.filter(({ because, name }) => because === 'no_place' && name !== '').map(({ name }) => name)

function refuseTooMany(count: number, limits: Limits): void {
  if (count > limits.rows + 1) throw new TableError({ kind: 'too_many_rows', count, most: limits.rows })
}

function filled(shaped: ShapedRows | null): ShapedRows | null {
  return shaped && shaped.rows.length > 0 ? shaped : null
}

function plain(items: readonly unknown[], limits: Limits): ShapedRows | null {
  const lists = items.filter((item) => Array.isArray(item))
  if (lists.length > 0 && lists.length === items.length)
    return { shape: 'rows', head: null, rows: lists.map((list) => list.map(cellOf)), leftOut: [] }
  const entries = items.filter(isEntry)
  if (entries.length === 0) return null
  const rows = entries.map((entry) => flat(withoutSecrets(entry)))
  return { ...named(rows, limits), leftOut: secretParts(secretsIn(entries)) }
}

/** Every key that an entry has is a column. */
function named(entries: readonly ReadonlyMap<string, Cell>[], limits: Limits): Omit<ShapedRows, 'leftOut'> {
  const head = new Set<string>()
  for (const entry of entries) for (const key of entry.keys()) head.add(key)
  if (head.size > limits.columns)
    throw new TableError({ kind: 'too_many_columns', count: head.size, most: limits.columns })
  const keys = [...head]
  return {
    shape: 'entries',
    head: keys,
    rows: entries.map((entry) => keys.map((key) => entry.get(key) ?? null)),
  }
}

/** The values of a file, or those of the one list in its one value: `{"systems": [ … ], "total": 5}`. */
function itemsOf(values: readonly unknown[]): readonly unknown[] {
  const [only] = values
  if (values.length !== 1) return values
  if (Array.isArray(only)) return only
  if (!isEntry(only)) return values
  const lists = Object.values(only).filter(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isEntry),
  )
  const [list] = lists
  return lists.length === 1 && Array.isArray(list) ? list : values
}

function flat(value: unknown, prefix = '', depth = 1, into = new Map<string, Cell>()): Map<string, Cell> {
  const entry: Entry = isEntry(value) ? value : {}
  for (const [key, inner] of Object.entries(entry)) {
    const name = prefix + key
    if (isEntry(inner) && depth < DEEPEST_KEY) flat(inner, `${name}.`, depth + 1, into)
    else into.set(name, cellOf(inner))
  }
  return into
}
