import {
  EXPORT_FORMATS,
  EXPORT_SEPARATORS,
  type ExportColumn,
  type ExportShape,
  LIST_NAMES,
  type ListName,
  MAX_EXPORT_COLUMNS,
} from '@cairn/workspace/port/exports'
import { UNSTORABLE } from '../_shared/server-function.ts'

/** The requested export: a list, the rows that it shows, and the format of its cells. */
export interface WantedExport extends ExportShape {
  /** The kind of the records of a catalogue, or the name of another list. */
  kind: string
  /** Parameters of the procedure, which refuses invalid ones. */
  list: Readonly<Record<string, unknown>>
}

const OF_CATALOGUES: ReadonlySet<string> = new Set([
  'query',
  'sort',
  'descending',
  'statuses',
  'owners',
  'without_owner',
  'gaps',
  'tags',
  'all_tags',
  'conditions',
])
const OF_OTHER_LISTS: Readonly<Record<ListName, ReadonlySet<string>>> = {
  team: new Set(['query', 'in_department', 'of_level', 'with_area', 'of_status', 'sort', 'descending']),
  bin: new Set(['of_kind', 'query']),
  acts: new Set(),
  history: new Set(['record']),
}
/** The longest key that the database is asked about; it would refuse longer ones anyway. */
const MAX_KEY_LENGTH = 100
const MAX_HEAD_LENGTH = 200
const TYPE = /^[a-z_]{1,20}$/

/** Reads the requested export from the payload, or returns a sentence about its fault. */
export function wantedExport(payload: ReadonlyMap<string, unknown>): WantedExport | string {
  const kind = payload.get('kind')
  if (!isText(kind, MAX_KEY_LENGTH)) return 'kind must be a text.'
  const format = EXPORT_FORMATS.find((known) => known === payload.get('format'))
  if (format === undefined) return 'format must be csv, xlsx or json.'
  const separator = EXPORT_SEPARATORS.find((known) => known === (payload.get('separator') ?? ','))
  if (separator === undefined) return 'separator must be a comma, a semicolon or a tab.'
  const sheet = payload.get('sheet') ?? kind
  if (!isText(sheet, MAX_HEAD_LENGTH)) return 'sheet must be a text of 1 to 200 characters.'
  const list = payload.get('list') ?? {}
  if (!isObject(list)) return 'list must be an object.'
  const other = listNamed(kind)
  const parameters = other === undefined ? OF_CATALOGUES : OF_OTHER_LISTS[other]
  const unknown = Object.keys(list).find((name) => !parameters.has(name))
  if (unknown !== undefined) return `list has no ${JSON.stringify(unknown.slice(0, MAX_KEY_LENGTH))}.`
  const columns = columnsOf(payload.get('columns'))
  if (columns === null)
    return 'columns must be a list of 1 to 200 objects, each with key, head and type, and at most words and of beside them.'
  return { kind, format, separator, sheet, list, columns }
}

/** The list of that name which is not a catalogue. */
export function listNamed(kind: string): ListName | undefined {
  return LIST_NAMES.find((name) => name === kind)
}

function columnsOf(given: unknown): readonly ExportColumn[] | null {
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_EXPORT_COLUMNS) return null
  const columns = given.flatMap((column) => columnOf(column) ?? [])
  return columns.length === given.length ? columns : null
}

function columnOf(given: unknown): ExportColumn | null {
  if (!isObject(given)) return null
  const { key, head, type, words = {}, of } = given
  if (!isText(key, MAX_KEY_LENGTH) || !isText(head, MAX_HEAD_LENGTH) || !isType(type)) return null
  const texts = textsOf(words)
  if (of === undefined) return texts && { key, head, type, words: texts }
  return isText(of, MAX_KEY_LENGTH) ? texts && { key, head, type, words: texts, of } : null
}

/** Unknown types are treated as texts. */
function isType(value: unknown): value is ExportColumn['type'] {
  return typeof value === 'string' && TYPE.test(value)
}

function textsOf(given: unknown): Record<string, string> | null {
  if (!isObject(given)) return null
  const entries = Object.entries(given)
  const texts = entries.flatMap(([id, word]) => (typeof word === 'string' ? [[id, word] as const] : []))
  return texts.length === entries.length ? Object.fromEntries(texts) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength && !UNSTORABLE.test(value)
}
