import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { READERS } from './readers.ts'
import {
  counted,
  type DocumentReader,
  type LeftOut,
  type Shape,
  type ShapedRecord,
  type ShapedRows,
} from './shape.ts'
import { type Entry, isEntry, textIn } from './values.ts'

interface Recognized {
  document: Entry
  reader: DocumentReader
}

/** The reader of a document; null where none recognizes it. */
function readerOf(document: Entry): DocumentReader | null {
  return READERS.find((reader) => reader.recognizes(document)) ?? null
}

/**
 * The rows of documents of known shapes; null where no reader recognizes any. What no reader recognizes, and what belongs
 * to another catalogue than `kind`, is left out by name. Where nothing belongs to this catalogue, all records are rows: the
 * user chose the catalogue.
 */
export function readDocuments(values: readonly unknown[], kind: CatalogueKind | null): ShapedRows | null {
  const recognized = values.filter(isEntry).flatMap((document): Recognized[] => {
    const reader = readerOf(document)
    return reader ? [{ document, reader }] : []
  })
  const [first] = recognized
  if (!first) return null
  const documents = new Set<unknown>(recognized.map(({ document }) => document))
  const records = recognized.flatMap(({ document, reader }) => reader.records(document))
  const own = records.filter((record) => record.kind === null || kind === null || record.kind === kind)
  const rows = own.length > 0 ? own : records
  return {
    ...tableOf(first.reader.shape, rows),
    leftOut: merged([
      ...recognized.flatMap(({ document, reader }) => reader.leftOut(document)),
      ...counted('no_place', values.filter((value) => !documents.has(value)).map(nameOf)),
      ...counted('other_kind', records.filter((record) => !rows.includes(record)).map(kindOf)),
    ]),
  }
}

/** Columns without a cell are no columns. */
function tableOf(shape: Shape, records: readonly ShapedRecord[]): Omit<ShapedRows, 'leftOut'> {
  const keys = new Set(records.flatMap(({ cells }) => Object.keys(cells)))
  const head = [...keys].filter((key) => records.some(({ cells }) => (cells[key] ?? null) !== null))
  return { shape, head, rows: records.map(({ cells }) => head.map((key) => cells[key] ?? null)) }
}

function nameOf(value: unknown): string {
  return isEntry(value) ? (textIn(value['kind']) ?? textIn(value['type']) ?? '') : ''
}

function kindOf({ kind }: ShapedRecord): string {
  return kind ?? ''
}

/** Puts parts of the same name together. */
function merged(parts: readonly LeftOut[]): readonly LeftOut[] {
  const sums = new Map<string, LeftOut>()
  for (const part of parts) {
    const key = `${part.because} ${part.name}`
    sums.set(key, { ...part, count: part.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}
