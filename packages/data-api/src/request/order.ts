import { tooComplex } from '../errors/request-errors.ts'
import { type FieldName, readField } from './field.ts'
import { LIMITS } from './limits.ts'
import { attempt, Scanner } from './scanner.ts'

/** A term of `order=`, in the words of the request. */
export interface OrderTerm {
  field: FieldName
  /** The embedded resource that the field belongs to, null for the resource itself. */
  relation: string | null
  descending: boolean
  /** The position of nulls; null leaves it to Postgres. */
  nulls: 'first' | 'last' | null
}

const NULLS: Readonly<Record<string, OrderTerm['nulls']>> = { '.nullsfirst': 'first', '.nullslast': 'last' }

/**
 * Reads `name.desc.nullslast,owner(name)`.
 * Source: https://docs.postgrest.org/en/v14/references/api/tables_views.html#ordering
 */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text)
  const terms: OrderTerm[] = []
  do {
    terms.push(readTerm(scanner))
    if (terms.length > LIMITS.orderTerms) throw tooComplex(`An order has at most ${LIMITS.orderTerms} terms.`)
  } while (scanner.take(','))
  scanner.expectEnd('"," or end of input')
  return terms
}

function readTerm(scanner: Scanner): OrderTerm {
  scanner.skipSpaces()
  const relation =
    attempt(scanner, () => {
      const name = scanner.name()
      return scanner.take('(') ? name : undefined
    }) ?? null
  const field = readField(scanner)
  if (relation !== null) scanner.expect(')')
  const descending = scanner.match(/\.(?:asc|desc)/y) === '.desc'
  const nulls = NULLS[scanner.match(/\.nulls(?:first|last)/y) ?? ''] ?? null
  scanner.skipSpaces()
  if (nulls === null && !scanner.atEnd && scanner.next !== ',')
    scanner.fail('"asc", "desc", "nullsfirst" or "nullslast"')
  return { field, relation, descending, nulls }
}
