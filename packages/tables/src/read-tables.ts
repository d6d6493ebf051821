import { LIMITS, type Limits } from './model/limits.ts'
import type { Reading } from './model/reading.ts'
import type { Kind, Table } from './model/table.ts'
import { type Foreign, TableError } from './model/table-error.ts'
import type { LeftOut, Shape } from './shapes/shape.ts'
import { decoded, encodingOf } from './text/encoding.ts'
import { binaryKind, textKind } from './text/file-kind.ts'
import { countOddSigns } from './text/single-bytes.ts'

export interface ReadTable extends Table {
  shape: Shape
  /** The parts of the file that the rows do not have. */
  leftOut: readonly LeftOut[]
}

export type ReadOptions = Partial<Reading>

const KINDS: readonly string[] = ['csv', 'xlsx', 'json', 'json-lines', 'yaml'] satisfies readonly Kind[]

/**
 * Reads the table of a file. What the file is, its content says, never its name. The reader of each format is loaded when
 * a file needs it. The only error is a `TableError`.
 */
export async function readFile(
  bytes: Uint8Array,
  name: string,
  options: ReadOptions = {},
): Promise<ReadTable> {
  const reading = readingOf(options)
  const { fileBytes } = reading.limits
  if (bytes.length > fileBytes)
    throw new TableError({ kind: 'file_too_large', count: bytes.length, most: fileBytes })
  const binary = binaryKind(bytes)
  if (binary === 'xlsx') return readWorkbook(bytes, name, reading)
  if (binary !== null) throw new TableError({ kind: 'not_a_table', found: binary })
  const encoding = reading.overrides.encoding ?? encodingOf(bytes)
  const text = decoded(bytes, encoding)
  const table = await readText(text, name, reading)
  const count = countOddSigns(text)
  const problems = count === 0 ? table.problems : [{ kind: 'odd_signs', count } as const, ...table.problems]
  return { ...table, problems, dialect: { ...table.dialect, encoding } }
}

/** Reads the table of a text, such as cells that were pasted. */
export async function readText(text: string, name: string, options: ReadOptions = {}): Promise<ReadTable> {
  const reading = readingOf(options)
  const { overrides, recordKind, limits } = reading
  if (text.trim() === '') throw new TableError({ kind: 'empty' })
  const kind = overrides.kind ?? textKind(text, name)
  if (!isKind(kind)) throw new TableError({ kind: 'not_a_table', found: kind })
  if (kind === 'csv') return readSeparated(text, name, reading)
  if (kind === 'xlsx') throw new TableError({ kind: 'damaged', format: 'xlsx', line: null })
  const { readEntries } = await import('./tables/read-entries.ts')
  return readEntries({
    values: await valuesOf(kind, text, limits),
    kind,
    name,
    overrides,
    recordKind,
    limits,
  })
}

function readingOf({
  overrides = {},
  recordKind = null,
  limits = LIMITS,
  onProgress = () => {},
}: ReadOptions): Reading {
  return { overrides, recordKind, limits, onProgress }
}

async function readWorkbook(bytes: Uint8Array, name: string, reading: Reading): Promise<ReadTable> {
  const [{ readXlsx }, { makeTable }] = await Promise.all([
    import('./xlsx/read-xlsx.ts'),
    import('./tables/make-table.ts'),
  ])
  const { sheet, sheets, ...grid } = readXlsx(bytes, reading)
  const table = makeTable({
    name,
    grid,
    kind: 'xlsx',
    sheets,
    recognized: { sheet },
    overrides: reading.overrides,
  })
  return { ...table, shape: 'rows', leftOut: [] }
}

async function readSeparated(text: string, name: string, reading: Reading): Promise<ReadTable> {
  const [{ readCsv }, { makeTable }] = await Promise.all([
    import('./csv/read-csv.ts'),
    import('./tables/make-table.ts'),
  ])
  const { separator, quote, ...grid } = readCsv(text, reading)
  const table = makeTable({
    name,
    grid,
    kind: 'csv',
    recognized: { separator, quote },
    overrides: reading.overrides,
  })
  return { ...table, shape: 'rows', leftOut: [] }
}

async function valuesOf(
  kind: 'json' | 'json-lines' | 'yaml',
  text: string,
  limits: Limits,
): Promise<readonly unknown[]> {
  if (kind === 'yaml') return (await import('./yaml/read-yaml.ts')).readYaml(text, limits)
  const { readJson, readJsonLines } = await import('./json/read-json.ts')
  return kind === 'json' ? [readJson(text, limits)] : readJsonLines(text, limits)
}

function isKind(kind: Kind | Foreign): kind is Kind {
  return KINDS.includes(kind)
}
