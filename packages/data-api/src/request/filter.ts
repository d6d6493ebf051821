import { tooComplex } from '../errors/request-errors.ts'
import { beginsComparison, type Compared, groupedValue, readCompared, wholeValue } from './comparison.ts'
import { type FieldName, readField, readJsonPath } from './field.ts'
import { LIMITS } from './limits.ts'
import { attempt, Scanner } from './scanner.ts'

/** A condition in the words of the request. */
export type Filter =
  | ({ kind: 'comparison'; field: FieldName } & Compared)
  | { kind: 'group'; operator: 'and' | 'or'; negated: boolean; filters: readonly Filter[] }

/** Something that belongs to the resource at `path`: empty for the table itself, else the names of embedded ones. */
export interface Placed<T> {
  path: readonly string[]
  item: T
}

/**
 * Reads a filter of the query string: `people.age=gte.18` has the key `people.age` and the value `gte.18`.
 * Source: https://docs.postgrest.org/en/v14/references/api/tables_views.html#horizontal-filtering
 */
export function parseFilter(key: string, value: string): Placed<Filter> {
  const { path, item: field } = parseFieldKey(key)
  const scanner = new Scanner('filter', value)
  const compared = readCompared(scanner, wholeValue)
  if (compared === undefined) return scanner.fail('"not" or operator (eq, gt, ...)')
  // As in PostgREST nothing is made of what stands behind the bracket or the word that ends it.
  return { path, item: { kind: 'comparison', field, ...compared } }
}

/** True when a value reads as a filter does. Parameters of a function call that do not are arguments. */
export function looksLikeFilter(value: string): boolean {
  return beginsComparison(new Scanner('filter', value))
}

/** Names of embedded resources, then a column, then the way into its JSON. */
function parseFieldKey(key: string): Placed<FieldName> {
  const scanner = new Scanner('tree path', key)
  const names = readNames(scanner)
  const name = names.pop() ?? ''
  const path = readJsonPath(scanner)
  scanner.expectEnd('delimiter (.), "->", "->>" or end of input')
  return { path: names, item: { name, path } }
}

/** Reads the names before `order`, `limit`, `and`, … in a key: `people.order` belongs to `people`. */
export function parsePath(key: string): string[] {
  const scanner = new Scanner('tree path', key)
  const names = readNames(scanner)
  scanner.expectEnd('delimiter (.) or end of input')
  return names.slice(0, -1)
}

function readNames(scanner: Scanner): string[] {
  const names = [scanner.name()]
  while (scanner.take('.')) names.push(scanner.name())
  return names
}

/** Reads `or=(…)`, `people.not.and=(…)`. */
export function parseGroup(key: string, value: string): Placed<Filter> {
  const path = parsePath(key)
  const negated = path.includes('not')
  const operator = key.endsWith('or') ? 'or' : 'and'
  const scanner = new Scanner('logic tree', value, (negated ? `not.${operator}` : operator).length)
  const item = readGroup(scanner, operator, negated, 1)
  return { path: path.filter((name) => name !== 'not'), item }
}

/** How many comparisons a condition makes. */
export function countComparisons(filter: Filter): number {
  if (filter.kind === 'comparison') return 1
  return filter.filters.reduce((sum, member) => sum + countComparisons(member), 0)
}

function readGroup(scanner: Scanner, operator: 'and' | 'or', negated: boolean, depth: number): Filter {
  if (depth > LIMITS.conditionDepth)
    throw tooComplex(`Conditions nest at most ${LIMITS.conditionDepth} deep.`)
  const filters: Filter[] = []
  scanner.skipSpaces()
  scanner.expect('(')
  do {
    scanner.skipSpaces()
    filters.push(readMember(scanner, depth))
    scanner.skipSpaces()
  } while (scanner.take(','))
  scanner.expect(')', '"," or ")"')
  scanner.skipSpaces()
  return { kind: 'group', operator, negated, filters }
}

/** A comparison where the text reads as one, otherwise a group within the group. */
function readMember(scanner: Scanner, depth: number): Filter {
  const comparison = attempt(scanner, () => readComparisonMember(scanner))
  if (comparison !== undefined) return comparison
  const negated = scanner.take('not.')
  if (scanner.take('and')) return readGroup(scanner, 'and', negated, depth + 1)
  if (scanner.take('or')) return readGroup(scanner, 'or', negated, depth + 1)
  return scanner.fail('field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)')
}

function readComparisonMember(scanner: Scanner): Filter | undefined {
  if (!/["\p{L}\p{Nd}_ $]/u.test(scanner.next)) return undefined
  const field = readField(scanner)
  const compared = scanner.take('.') ? readCompared(scanner, groupedValue) : undefined
  return compared && { kind: 'comparison', field, ...compared }
}
