import { tooComplex } from '../errors/request-errors.ts'
import { type FieldName, readField } from './field.ts'
import { LIMITS } from './limits.ts'
import { attempt, Scanner } from './scanner.ts'

/** An item of `select=`, still in the words of the request. */
export type SelectItem =
  | { kind: 'all' }
  | { kind: 'field'; field: FieldName; alias: string | null; cast: string | null }
  | AggregateItem
  | EmbedItem

const AGGREGATES = ['sum', 'avg', 'count', 'max', 'min'] as const
export type AggregateFunction = (typeof AGGREGATES)[number]

/**
 * An aggregate over many rows: `budget.sum()`, `count()`. The rest of the select determines how the rows are grouped.
 */
export interface AggregateItem {
  kind: 'aggregate'
  aggregate: AggregateFunction
  /** The aggregated field, null for whole rows. `cast` is the type to which each value is cast first. */
  of: { field: FieldName; cast: string | null } | null
  alias: string | null
  /** The type to which the result is cast. */
  cast: string | null
}

/** Rows of a related table within each row. */
export interface EmbedItem {
  kind: 'embed'
  /** True where its columns become columns of the row around it. */
  spread: boolean
  /** The name of a table, a constraint or a column, by which the request means a relationship. */
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
  // As in PostgREST, a surplus bracket ends the list.
  if (scanner.next !== ')') scanner.expectEnd('"," or end of input')
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
  const spread = scanner.take('...')
  const alias = spread ? null : (readAlias(scanner) ?? null)
  const embed = attempt(scanner, () => readEmbedHead(scanner))
  if (embed !== undefined) return readEmbed(scanner, counts, depth, { alias, spread, ...embed })
  if (spread) scanner.fail('an embedded resource')
  if (scanner.take('count()')) return readAggregate(scanner, 'count', null, alias)
  return readFieldItem(scanner, alias)
}

function readEmbed(
  scanner: Scanner,
  counts: Counts,
  depth: number,
  head: Omit<EmbedItem, 'kind' | 'items'>,
): EmbedItem {
  counts.embeds += 1
  if (counts.embeds > LIMITS.embeds) throw tooComplex(`A select embeds at most ${LIMITS.embeds} resources.`)
  if (depth >= LIMITS.embedDepth)
    throw tooComplex(`Resources are embedded at most ${LIMITS.embedDepth} deep.`)
  const items = readItems(scanner, counts, depth + 1)
  scanner.expect(')', '"," or ")"')
  return { kind: 'embed', items, ...head }
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
  if (target === 'count' && scanner.next === ')') return undefined
  const hint = parameters.find((parameter) => parameter !== 'inner' && parameter !== 'left') ?? null
  return { target, hint, inner: parameters.includes('inner') }
}

const CAST_NAME = /[\p{L}\p{Nd}_ $]+/uy
const AGGREGATE = /\.[a-z]+\(\)/y

function readFieldItem(scanner: Scanner, alias: string | null): SelectItem {
  const field = readField(scanner)
  const cast = scanner.take('::') ? readCast(scanner) : null
  const called = scanner.match(AGGREGATE)?.slice(1, -2)
  const aggregate = AGGREGATES.find((name) => name === called)
  if (aggregate !== undefined) return readAggregate(scanner, aggregate, { field, cast }, alias)
  if (called !== undefined || (!scanner.atEnd && scanner.next !== ',' && scanner.next !== ')')) {
    scanner.fail('"->>", "->", "::", ".", ")", "," or end of input')
  }
  return { kind: 'field', field, alias, cast }
}

function readAggregate(
  scanner: Scanner,
  aggregate: AggregateFunction,
  of: AggregateItem['of'],
  alias: string | null,
): AggregateItem {
  const cast = scanner.take('::') ? readCast(scanner) : null
  return { kind: 'aggregate', aggregate, of, alias, cast }
}

function readCast(scanner: Scanner): string {
  const cast = scanner.match(CAST_NAME)?.trim()
  if (cast === undefined || cast === '') scanner.fail('letter or digit')
  return cast
}
