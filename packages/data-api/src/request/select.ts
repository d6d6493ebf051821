import { aggregatesAreOff, notImplemented, tooComplex } from '../request-errors.ts'
import { type FieldName, readField } from './field.ts'
import { LIMITS } from './limits.ts'
import { attempt, Scanner } from './scanner.ts'

/** One item of `select=`, still in the words of the request. */
export type SelectItem =
  | { kind: 'all' }
  | { kind: 'field'; field: FieldName; alias: string | null; cast: string | null }
  | EmbedItem

/** Rows of a related table within each row. */
export interface EmbedItem {
  kind: 'embed'
  /** Table, constraint or column: what the request calls the relationship by. */
  target: string
  alias: string | null
  hint: string | null
  inner: boolean
  items: readonly SelectItem[]
}

/**
 * Reads `select=`: columns with alias, JSON path and cast, and embedded resources.
 * Source: https://docs.postgrest.org/en/v14/references/api/tables_views.html#vertical-filtering
 *
 *     parseSelect('id,title:name,owner:people!owner_id(name)')
 */
export function parseSelect(text: string): SelectItem[] {
  const scanner = new Scanner('select parameter', text)
  const counts = { items: 0, embeds: 0 }
  const items = readItems(scanner, counts, 0)
  scanner.expectEnd('"," or end of input')
  return items
}

interface Counts {
  items: number
  embeds: number
}

function readItems(scanner: Scanner, counts: Counts, depth: number): SelectItem[] {
  const items: SelectItem[] = []
  scanner.skipSpaces()
  if (scanner.atEnd || scanner.next === ')') return items
  do {
    counts.items += 1
    if (counts.items > LIMITS.selectItems)
      throw tooComplex(`A select has at most ${LIMITS.selectItems} items.`)
    scanner.skipSpaces()
    items.push(readItem(scanner, counts, depth))
    scanner.skipSpaces()
  } while (scanner.take(','))
  return items
}

function readItem(scanner: Scanner, counts: Counts, depth: number): SelectItem {
  if (scanner.take('*')) return { kind: 'all' }
  if (scanner.take('...')) throw notImplemented('Spread embedded resources are not implemented.')
  const alias = readAlias(scanner) ?? null
  const embed = attempt(scanner, () => readEmbedHead(scanner))
  if (embed === undefined) return readFieldItem(scanner, alias)
  counts.embeds += 1
  if (counts.embeds > LIMITS.embeds) throw tooComplex(`A select embeds at most ${LIMITS.embeds} resources.`)
  if (depth >= LIMITS.embedDepth)
    throw tooComplex(`Resources are embedded at most ${LIMITS.embedDepth} deep.`)
  const items = readItems(scanner, counts, depth + 1)
  scanner.expect(')', '"," or ")"')
  return { kind: 'embed', alias, items, ...embed }
}

/** `alias:`, which is not the beginning of a `::cast`. */
function readAlias(scanner: Scanner): string | undefined {
  return attempt(scanner, () => {
    if (!startsName(scanner)) return undefined
    const alias = scanner.name()
    return scanner.take(':') && scanner.next !== ':' ? alias : undefined
  })
}

const NAME_START = /["\p{L}\p{Nd}_ $]/u

function startsName(scanner: Scanner): boolean {
  return NAME_START.test(scanner.next)
}

type EmbedHead = Pick<EmbedItem, 'target' | 'hint' | 'inner'>

/** `people!owner_id!inner(`; undefined when it is a column after all. */
function readEmbedHead(scanner: Scanner): EmbedHead | undefined {
  if (!startsName(scanner)) return undefined
  const target = scanner.name()
  const parameters: string[] = []
  while (parameters.length < 2 && scanner.take('!'))
    parameters.push(scanner.name('a hint, "inner" or "left"'))
  if (!scanner.take('(')) return parameters.length > 0 ? scanner.fail('"("') : undefined
  if (target === 'count' && scanner.next === ')') throw aggregatesAreOff()
  const hint = parameters.find((parameter) => parameter !== 'inner' && parameter !== 'left') ?? null
  return { target, hint, inner: parameters.includes('inner') }
}

const CAST_NAME = /[\p{L}\p{Nd}_ $]+/uy
const AGGREGATE = /\.(?:sum|avg|count|max|min)\(\)/y

function readFieldItem(scanner: Scanner, alias: string | null): SelectItem {
  const field = readField(scanner)
  const cast = scanner.take('::') ? readCast(scanner) : null
  if (scanner.match(AGGREGATE) !== undefined) throw aggregatesAreOff()
  if (!scanner.atEnd && scanner.next !== ',' && scanner.next !== ')') {
    scanner.fail('"->>", "->", "::", ")", "," or end of input')
  }
  return { kind: 'field', field, alias, cast }
}

function readCast(scanner: Scanner): string {
  const cast = scanner.match(CAST_NAME)?.trim()
  if (cast === undefined || cast === '') scanner.fail('letter or digit')
  return cast
}
